// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The built client as processes of its own, as an app is started, killed and started again.
struct ReferenceClientTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Ended {
    let status: Int32
    let output: String
    let errors: String
    var code: Int32 { (status >> 8) & 0xff }
  }

  /// A process that was started.
  private struct Started {
    let process: pid_t
    let files: String

    func kill() { _ = systemKill(process) }

    func wait() -> Ended {
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0 && errno == EINTR {}
      func text(_ name: String) -> String {
        (try? String(contentsOfFile: files + name, encoding: .utf8)) ?? ""
      }
      return Ended(status: status, output: text(".out"), errors: text(".err"))
    }
  }

  private func start(
    _ arguments: [String],
    url: String,
    body: String = "",
    state: String? = nil
  ) throws -> Started {
    let files = folder.file(UUID().uuidString)
    try body.write(toFile: files + ".in", atomically: false, encoding: .utf8)
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, files + ".in", O_RDONLY, 0)
    for (descriptor, name) in [(1, ".out"), (2, ".err")] as [(Int32, String)] {
      posix_spawn_file_actions_addopen(
        &actions,
        descriptor,
        files + name,
        O_WRONLY | O_CREAT,
        S_IRUSR | S_IWUSR
      )
    }
    let program = BuiltProducts.path(of: "reference-client")
    let variables = [
      "ONCEGATE_CONTRACT=1", "ONCEGATE_URL=\(url)", "ONCEGATE_REQUEST_TIMEOUT_MS=20000",
      "ONCEGATE_STATE_DIR=\(state ?? folder.file("state"))",
    ]
    var process: pid_t = 0
    var argv: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    let code = posix_spawn(&process, program, &actions, nil, &argv, &envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    return Started(process: process, files: files)
  }

  private func run(_ arguments: [String], url: String, body: String = "") throws -> Ended {
    try start(arguments, url: url, body: body).wait()
  }

  private func states(url: String) throws -> [String] {
    try run(["tasks"], url: url).output.split(separator: "\n").map { line in
      let task = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return "\(task?["state"] ?? "") \(task?["attempts"] ?? "")"
    }
  }

  private static let nowhere = "http://127.0.0.1:9/items"

  @Test(.timeLimit(.minutes(30)))
  func `a task is submitted without a network, and sent when there is one`() throws {
    let submitted = try run(["submit"], url: Self.nowhere, body: #"{"a":1}"#)
    #expect(submitted.code == 0 && submitted.errors.isEmpty)
    #expect(submitted.output.hasPrefix(#"{"task":""#))
    #expect(try states(url: Self.nowhere) == ["pending 0"])

    let server = try RawServer { number in
      .send(number == 0 ? http("503 X") : http("200 OK", #"{"id":1}"#))
    }
    defer { server.close() }
    for _ in 0..<3 { #expect(try run(["resume"], url: server.url).code == 0) }
    #expect(try states(url: server.url) == ["completed 2"])
    #expect(server.requests.count == 2 && Set(server.requests).count == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `two processes never send a task at the same time`() throws {
    let server = try RawServer { _ in .hold(http("200 OK", #"{"id":1}"#)) }
    defer { server.close() }
    _ = try run(["submit"], url: server.url, body: "{}")
    let first = try start(["resume"], url: server.url)
    server.waitForRequests(1)
    // The second one ends while the first one still waits for its answer.
    #expect(try run(["resume"], url: server.url).code == 0)
    #expect(server.requests.count == 1)
    #expect(try states(url: server.url) == ["pending 1"])
    server.release()
    #expect(first.wait().code == 0)
    #expect(try states(url: server.url) == ["completed 1"])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a killed sender's task is sent at once by the next process`() throws {
    let server = try RawServer { number in
      number == 0 ? .hold("") : .send(http("200 OK", #"{"id":1}"#))
    }
    defer { server.close() }
    _ = try run(["submit"], url: server.url, body: #"{"a":1}"#)
    let first = try start(["resume"], url: server.url)
    server.waitForRequests(1)
    first.kill()
    #expect(first.wait().status & 0x7f == SIGKILL)
    #expect(try run(["resume"], url: server.url).code == 0)
    #expect(try states(url: server.url) == ["completed 2"])
    #expect(server.requests.count == 2 && Set(server.requests).count == 1)
  }

  @Test(.timeLimit(.minutes(30)))
  func `errors are told without the payload`() throws {
    let secret = "secret-4711"
    let broken = try run(["submit"], url: Self.nowhere, body: "{\"\(secret)")
    #expect(broken.code == 1 && broken.output.isEmpty)
    #expect(broken.errors == "submit: body: not JSON in UTF-8\n")
    let noURL = try run(["resume"], url: secret)
    #expect(noURL.code == 64 && noURL.errors.contains("ONCEGATE_URL"))
    #expect(!noURL.errors.contains(secret))
    let space = try run(["resume"], url: "http://\(secret) x/")
    #expect(space.code == 64 && !space.errors.contains(secret))
    let noStore = try start(["tasks"], url: Self.nowhere, state: "/dev/null/\(secret)").wait()
    #expect(noStore.code == 1 && noStore.errors.hasPrefix("tasks: store: "))
    #expect(!noStore.errors.contains(secret))
  }
}

private func systemKill(_ process: pid_t) -> Int32 { kill(process, SIGKILL) }
