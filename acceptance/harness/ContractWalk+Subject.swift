// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import Contracts

extension ContractWalk {
  /// Walks through the subject contract, and returns whether every rule was kept.
  package func subject() -> Bool {
    guard let parameters, let words = parameters.subject, !words.isEmpty else {
      return cannotBegin(.badParameters)
    }
    let limit = Duration.milliseconds(parameters.commandTimeLimitMilliseconds)
    let variables = ProcessSubject.environment(inherited).keys.sorted()
    begin("subject", words, variables: variables, limit: limit)
    let subject: ProcessSubject
    do throws(CaseStop) {
      subject = try ProcessSubject(
        words,
        inherited: inherited,
        timeLimit: limit
      )
    } catch {
      tell("start", [("sent", words.joined(separator: " "))], error.breach)
      note("what cannot be started cannot be asked anything")
      return end("state.*")
    }
    defer { subject.end() }
    SubjectWalk(walk: self, subject: subject).run()
    return end("state.*")
  }
}

/// The steps of a walk with a subject.
private struct SubjectWalk {
  let walk: ContractWalk
  let subject: ProcessSubject

  /// Asks everything once, and ends where the subject answers no more.
  func run() {
    let first = ["r-1": false, "r-2": true]
    guard ask(.load(session: "s-1", records: first), "load a session").isInStep else { return }
    let tap = ask(.tap(record: "r-1", value: true), "tap a record")
    guard tap.isInStep,
      ask(.tap(record: "r-1", value: false), "tap it again").isInStep,
      ask(.arrange(order: ["r-2", "r-1"]), "sort the rows").isInStep
    else { return }
    if let ticket = tap.ticket {
      guard ask(.respond(ticket: ticket, outcome: .unknown), "lose the answer").isInStep,
        ask(.sync(session: "s-1", record: "r-1", outcome: .failed), "fail to re-read").isInStep,
        ask(.sync(session: "s-1", record: "r-1", outcome: .read(true)), "re-read").isInStep,
        ask(.respond(ticket: ticket, outcome: .saved(true)), "answer late").isInStep,
        ask(.respond(ticket: ticket, outcome: .rejected), "answer again").isInStep
      else { return }
    } else {
      walk.note("respond and sync are left out: the tap gave no ticket")
    }
    let second = ["r-1": true, "r-3": false]
    guard ask(.load(session: "s-2", records: second), "load another session").isInStep else {
      return
    }
    var breach: ContractBreach?
    do throws(CaseStop) { try subject.finish() } catch { breach = error.breach }
    walk.tell("end of input", [("sent", "nothing more")], breach)
  }

  /// What came of a request.
  private struct Answer {
    /// Whether the subject still answers one line with one line.
    var isInStep = true
    var ticket: String?
  }

  private func ask(_ request: SubjectRequest, _ title: String) -> Answer {
    var rows = [
      ("sent", "\(request.command.rawValue): " + LineShape.words(of: request.jsonLine.utf8))
    ]
    var answer = Answer()
    var breach: ContractBreach?
    do throws(CaseStop) {
      let line = try subject.answer(to: request)
      rows.append(("back", "1 line: \(LineShape.words(of: line))"))
      do throws(ContractViolation) {
        answer.ticket = try SubjectReply(jsonLine: line, answering: request).ticket
      } catch {
        throw CaseStop.broken(request.command, ClientOutput.rule(error))
      }
    } catch {
      breach = error.breach
      answer.isInStep = rows.count > 1
    }
    walk.tell("\(request.command.rawValue): \(title)", rows, breach)
    if !answer.isInStep { walk.note("the other steps need a subject that answers in step") }
    return answer
  }
}
