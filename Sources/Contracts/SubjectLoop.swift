// SPDX-License-Identifier: Apache-2.0

/// Turns a subject into a process that keeps to the subject contract.
public enum SubjectLoop {
  /// Answers each line of standard input with a line on standard output, and ends the process at its end.
  ///
  /// The exit status is 0 at the end of the input, 64 after a line that is no request, with the broken
  /// rule on standard error, and 1 where nobody reads the answers.
  public static func run(_ subject: some Subject<Never>) -> Never {
    endProcess(
      status(of: subject, input: .standardInput, output: .standardOutput, errors: .standardError)
    )
  }

  /// The same for a subject that can do more: it is also asked what it can do, and for that.
  public static func run(_ subject: some CapableSubject<Never>) -> Never {
    endProcess(
      status(
        ofCapable: subject,
        input: .standardInput,
        output: .standardOutput,
        errors: .standardError
      )
    )
  }

  static func status(
    of subject: some Subject<Never>,
    input: Descriptor,
    output: Descriptor,
    errors: Descriptor
  ) -> Int32 {
    var subject = subject
    return status(input, output, errors) { (line) throws(ContractViolation) in
      subject.answer(try SubjectRequest(jsonLine: line)).jsonLine
    }
  }

  static func status(
    ofCapable subject: some CapableSubject<Never>,
    input: Descriptor,
    output: Descriptor,
    errors: Descriptor
  ) -> Int32 {
    var subject = subject
    return status(input, output, errors) { (line) throws(ContractViolation) in
      if let request = try CapableRequest(jsonLine: line) {
        return subject.answer(request)
      }
      return subject.answer(try SubjectRequest(jsonLine: line)).jsonLine
    }
  }

  private static func status(
    _ input: Descriptor,
    _ output: Descriptor,
    _ errors: Descriptor,
    answer: ([UInt8]) throws(ContractViolation) -> String
  ) -> Int32 {
    var lines = LineReader(input)
    var number = 0
    do {
      while let line = try lines.next() {
        number += 1
        guard output.write(line: try answer(line)) else { return ProgramStatus.failure }
      }
      return ProgramStatus.success
    } catch {
      errors.write(line: "request \(max(1, number)): \(error)")
      return ProgramStatus.usage
    }
  }
}
