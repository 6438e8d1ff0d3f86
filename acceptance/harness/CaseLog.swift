// SPDX-License-Identifier: Apache-2.0

package import AcceptanceModel

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// What a case writes down while it runs, and how it stops where a promise is broken.
///
/// Every line goes to standard output at once, so that nothing is lost when the process ends by a trap.
package struct CaseLog: Sendable {
  /// Called once before a trap, so that nothing that the case started outlives it.
  private let beforeTrap: @Sendable () -> Void
  /// Takes what would be written, and then nothing ends by a trap; nothing in a case's process.
  private let recorder: (@Sendable (CaseMessage) -> Void)?
  /// What the case may find, or nothing where no case is known.
  private var declared: Set<Finding>?
  /// The check that is left out, so that `selftest` can be seen to miss it.
  private var disabled: Finding?

  package init(beforeTrap: @escaping @Sendable () -> Void) {
    self.beforeTrap = beforeTrap
    recorder = nil
  }

  /// Creates a log that judges a case without ending the process, so that tests can judge the case.
  ///
  /// - Parameter recorder: takes each message; the first verdict is the one that counts.
  package init(recorder: @escaping @Sendable (CaseMessage) -> Void) {
    beforeTrap = {}
    self.recorder = recorder
  }

  /// The same log for one case, which then checks for nothing that the case does not declare.
  ///
  /// - Parameters:
  ///   - findings: every way in which the case can find a promise broken.
  ///   - disabled: the one of them that counts as holding whatever is observed.
  /// - Returns: the log.
  package func judging(_ findings: [Finding], without disabled: Finding? = nil) -> CaseLog {
    var log = self
    // Behind a promise that is broken and not told, a case may come to look for anything.
    log.declared = disabled == nil ? Set(findings) : nil
    log.disabled = disabled
    return log
  }

  /// Asserts that the case declares what it looks for, whether or not it is found this time.
  package func expectDeclared(_ findings: [Finding]) {
    guard let declared else { return }
    for finding in findings where !declared.contains(finding) {
      // A finding's name is a fixed word.
      preconditionFailure("'\(finding.name)' is missing among the findings of this case")
    }
  }

  /// Writes down that something happened.
  package func note(_ what: Occurrence, task: TaskID, key: KeyID, attempts: Int) {
    tell(.log(LogLine(task: task, key: key, attempts: attempts, result: .happened(what))))
  }

  /// Asserts that a promise holds.
  ///
  /// Where it does not, writes down which one broke and ends the process by the trap of a precondition.
  ///
  /// - Parameters:
  ///   - holds: what was observed, from the ledger or from a checked state.
  ///   - finding: how the promise is broken where it does not hold.
  ///   - task: the task or record that it is about.
  ///   - key: the key or ticket that it is about.
  ///   - attempts: the count of attempts at this moment.
  ///   - sourceLine: the line of the check in the case's file.
  package func check(
    _ holds: Bool,
    _ finding: Finding,
    task: TaskID,
    key: KeyID,
    attempts: Int,
    sourceLine: Int = #line
  ) {
    if finding == disabled { return }
    if holds {
      expectDeclared([finding])
    } else {
      let line = LogLine(
        task: task,
        key: key,
        attempts: attempts,
        result: .violated(finding.invariant)
      )
      tell(.log(line))
      tell(.verdict(.failed(.invariantBroken(finding, sourceLine: sourceLine))))
      if recorder != nil { return }
      beforeTrap()
    }
    // No message: it would be printed, and in a debug build with the values that it names.
    precondition(holds)
  }

  /// Ends a case that cannot go on behind a disabled check: with it, nothing would have been found.
  package func endBehindDisabledCheck() -> Never {
    precondition(disabled != nil)
    beforeTrap()
    Self.end(.passed)
    exit(0)
  }

  /// Tells the verdict, which is the last thing a case writes.
  package static func end(_ verdict: Verdict) { write(.verdict(verdict)) }

  private func tell(_ message: CaseMessage) {
    if let recorder { recorder(message) } else { Self.write(message) }
  }

  private static func write(_ message: CaseMessage) { write(line: message.json) }

  /// Writes a line to standard output at once.
  package static func write(line text: String) {
    let line = Array((text + "\n").utf8)
    var written = 0
    while written < line.count {
      let count = unsafe line.withUnsafeBytes { bytes in
        unsafe writeOnce(bytes, from: written)
      }
      // The runner is gone: nobody is left to tell anything to.
      if count < 0 { return }
      written += count
    }
  }

  /// Writes to standard output, again where a signal interrupts, and returns -1 where nobody reads.
  private static func writeOnce(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return -1 }
    while true {
      #if canImport(Darwin)
      let count = unsafe Darwin.write(1, base + start, bytes.count - start)
      #else
      let count = unsafe Glibc.write(1, base + start, bytes.count - start)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }
}

/// Why a case stops without a judgement.
package enum CaseStop: Error, Hashable {
  case unjudged(Unjudged)
  case skipped(SkipReason)

  package var verdict: Verdict {
    switch self {
    case .unjudged(let reason): .unjudged(reason)
    case .skipped(let reason): .skipped(reason)
    }
  }
}
