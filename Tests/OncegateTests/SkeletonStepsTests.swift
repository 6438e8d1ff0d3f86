// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

@testable import oncegate

/// Whoever does the steps of a skeleton in their order meets the messages that it announces.
struct SkeletonStepsTests {
  private static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  private static let hasPython = searchPath.split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/python3")
  }

  /// Runs cases over a skeleton with some of its steps done, from the folder in which it lies.
  private func run(_ cases: [String], in folder: TemporaryFolder) throws -> String {
    let finished = try ChildProcess.run(
      Command(
        [BuiltProducts.path(of: "oncegate"), "run", "--quiet"] + cases,
        environment: ["PATH": Self.searchPath, "TMPDIR": NSTemporaryDirectory()],
        workingDirectory: folder.path
      ),
      outputBytesMax: 1 << 20,
      timeLimit: .seconds(240)
    )
    return String(decoding: finished.output, as: UTF8.self)
  }

  private func skeleton(in folder: TemporaryFolder) throws {
    let arguments = ["--language", "python", "--dir", folder.path, "--pipeline", "none"]
    try InitCommand(ParsedArguments(arguments, syntax: Commands.initialise)).write()
  }

  /// Does a step: every text is replaced where it stands first.
  private func doStep(_ step: [(text: String, code: String)], in path: String) throws {
    var program = try String(contentsOfFile: path, encoding: .utf8)
    for (text, code) in step {
      let range = try #require(program.range(of: text), "\(text)")
      program.replaceSubrange(range, with: code)
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data(program.utf8))
    try file.close()
  }

  @Test(.enabled(if: hasPython), .timeLimit(.minutes(10)))
  func `the client's steps lead to a client that passes`() throws {
    let folder = try TemporaryFolder()
    try skeleton(in: folder)
    let file = folder.file("oncegate-adapter/client")
    #expect(try run(["queue.disconnect"], in: folder).contains(SkeletonWords.submitSaysNothing))
    try doStep(PythonSteps.submit, in: file)
    #expect(try run(["queue.disconnect"], in: folder).contains(SkeletonWords.taskNotListed))
    try doStep(PythonSteps.tasks, in: file)
    #expect(try run(["queue.disconnect"], in: folder).contains(SkeletonWords.notSettled))
    try doStep(PythonSteps.resume, in: file)
    #expect(try run(["queue.key-conflict"], in: folder).contains(SkeletonWords.sentAfterConflict))
    try doStep(PythonSteps.conflict, in: file)
    #expect(try run(CaseCatalogue.queue.map(\.name.description), in: folder).contains("GATE OPEN"))
  }

  @Test(.enabled(if: hasPython), .timeLimit(.minutes(10)))
  func `the subject's steps lead to a subject that passes`() throws {
    let folder = try TemporaryFolder()
    try skeleton(in: folder)
    let file = folder.file("oncegate-adapter/subject")
    #expect(try run(["state.rejection"], in: folder).contains(SkeletonWords.recordsMissing))
    try doStep(PythonSteps.load, in: file)
    #expect(try run(["state.rejection"], in: folder).contains(SkeletonWords.tapSentNothing))
    try doStep(PythonSteps.tap, in: file)
    #expect(try run(["state.rejection"], in: folder).contains(SkeletonWords.rejectionNotRestored))
    try doStep(PythonSteps.respond, in: file)
    let unknown = ["state.unknown-outcome"]
    #expect(try run(unknown, in: folder).contains(SkeletonWords.unknownKeptWish))
    try doStep(PythonSteps.unknown, in: file)
    #expect(try run(unknown, in: folder).contains(SkeletonWords.failedSyncNotRepeated))
    try doStep(PythonSteps.sync, in: file)
    #expect(try run(["state.*"], in: folder).contains("GATE OPEN"))
  }
}

/// What somebody writes into the Python skeleton.
private enum PythonSteps {
  static let submit = [
    (
      text: "\n\ndef submit(body):",
      code: """


      def save(task):
          path = os.path.join(STATE_DIR, task["task"] + ".json")
          with open(path + ".new", "w") as file:
              json.dump(task, file)
              file.flush()
              os.fsync(file.fileno())
          os.replace(path + ".new", path)


      def stored():
          names = [name for name in sorted(os.listdir(STATE_DIR)) if name.endswith(".json")]
          return [json.load(open(os.path.join(STATE_DIR, name))) for name in names]


      def submit(body):
      """
    ),
    (
      text: "    return None\n",
      code: """
          import uuid
          task = {"task": str(uuid.uuid4()), "key": str(uuid.uuid4()), "attempts": 0}
          save({**task, "state": "pending", "body": body.decode()})
          return {"task": task["task"], "key": task["key"]}

      """
    ),
  ]

  static let tasks = [
    (
      text: "    return []\n",
      code: """
          members = ("task", "key", "attempts", "state")
          return [{name: task[name] for name in members} for task in stored()]

      """
    )
  ]

  static let resume = [
    (
      text: "    pass\n",
      code: """
          import urllib.error, urllib.request
          for task in stored():
              if task["state"] != "pending":
                  continue
              task["attempts"] += 1
              save(task)
              head = {"Idempotency-Key": task["key"], "Content-Type": "application/json"}
              request = urllib.request.Request(URL, task["body"].encode(), head)
              try:
                  with urllib.request.urlopen(request, timeout=REQUEST_TIMEOUT_SECONDS) as answer:
                      if "id" in json.loads(answer.read()):
                          task["state"] = "completed"
              except urllib.error.HTTPError as error:
                  pass
              except (OSError, ValueError):
                  continue
              save(task)

      """
    )
  ]

  static let conflict = [
    (
      text: "            pass\n",
      code: """
                  if error.code == 409:
                      task["state"] = "stopped"

      """
    )
  ]

  static let load = [
    (text: "class Subject:\n", code: "class Subject:\n    tickets = 0\n    asked = 0\n"),
    (
      text: "        pass\n",
      code: """
              self.session = session
              self.shown = {
                  name: {"confirmed": value, "visible": value, "pending": None, "needsSync": False}
                  for name, value in records.items()
              }

      """
    ),
    (
      text: "        return None\n\n    def syncs",
      code: """
              return {
                  name: {**view, "enabled": view["pending"] is None and not view["needsSync"]}
                  for name, view in self.shown.items()
              }

          def syncs
      """
    ),
  ]

  static let tap = [
    (
      text: "        return None\n",
      code: """
              view = self.shown[record]
              if view["pending"] is not None or view["needsSync"]:
                  return None
              self.tickets += 1
              view["pending"] = "k%d" % self.tickets
              view["visible"] = value
              return view["pending"]

      """
    )
  ]

  static let respond = [
    (
      text: "        pass\n",
      code: """
              for view in self.shown.values():
                  if view["pending"] == ticket and outcome != "unknown":
                      view["pending"] = None
                      if outcome == "saved":
                          view["confirmed"] = value
                      view["visible"] = view["confirmed"]

      """
    )
  ]

  static let unknown = [
    (
      text: "        for view in self.shown.values():\n",
      code: """
              for view in self.shown.values():
                  if view["pending"] == ticket and outcome == "unknown":
                      view.update(pending=None, visible=view["confirmed"], needsSync=True)
                      self.asked += 1

      """
    ),
    (text: "        return 0\n", code: "        return self.asked\n"),
  ]

  static let sync = [
    (
      text: "        pass\n",
      code: """
              view = self.shown.get(record)
              if session != self.session or view is None or not view["needsSync"]:
                  return
              if outcome == "read":
                  view.update(confirmed=value, visible=value, needsSync=False)
              else:
                  self.asked += 1

      """
    )
  ]
}
