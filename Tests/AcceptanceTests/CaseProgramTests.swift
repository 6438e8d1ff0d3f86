// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Testing

struct CaseProgramTests {
  @Test(.timeLimit(.minutes(30)))
  func `the canary dies by the trap of its false precondition`() throws {
    let run = try CaseRun(arguments: ["canary"], parameters: nil)
    #expect(run.exit?.isTrap == true)
  }

  @Test(.timeLimit(.minutes(30)), arguments: [["queue.none"], ["nothing"], [], ["a.b", "c.d"]])
  func `an unknown case is a problem of the set-up`(arguments: [String]) throws {
    let parameters = CaseParameters(seed: Seed(1), client: ["/bin/true"], folder: "/nowhere")
    let run = try CaseRun(arguments: arguments, parameters: parameters.json)
    #expect(run.verdict == .unjudged(.setupFailed(.unknownCase)))
  }

  @Test(.timeLimit(.minutes(30)), arguments: [nil, "", "{}", "[]"])
  func `a case without its parameters is a problem of the set-up`(parameters: String?) throws {
    let run = try CaseRun(arguments: ["queue.disconnect"], parameters: parameters)
    #expect(run.verdict == .unjudged(.setupFailed(.badParameters)))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a folder that cannot be made is a problem of the set-up`() throws {
    let parameters = CaseParameters(seed: Seed(1), client: ["/bin/true"], folder: "/nowhere")
    let run = try CaseRun(arguments: ["queue.disconnect"], parameters: parameters.json)
    #expect(run.verdict == .unjudged(.setupFailed(.privateFolder)))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a profile that is none is a problem of the set-up`() throws {
    let run = try CaseRun("queue.disconnect", client: ["/bin/true"], profile: "unheard-of")
    #expect(run.verdict == .unjudged(.setupFailed(.badParameters)))
  }
}
