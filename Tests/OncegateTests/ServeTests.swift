// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel
import ChildProcesses
import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The server that somebody starts by hand.
struct ServeTests {
  /// A server that runs, as its terminal shows it.
  final class Server {
    let address: String
    /// The lines from the address to the heading of the table.
    let heading: [String]
    let process: ChildProcess

    var port: UInt16 { address.split(whereSeparator: { ":/".contains($0) })[2].wholeNumber }

    init(_ arguments: [String], words: [String]? = nil) throws {
      var command = GateRun.command(["serve", "--port", "0"] + arguments, reports: "")
      if let words { command.arguments = words }
      process = try ChildProcess.start(
        command,
        input: .interactive,
        output: .collect(bytesMax: 1 << 20)
      )
      var lines: [String] = []
      while lines.last?.hasPrefix("#") != true {
        guard let line = Self.line(of: process) else { break }
        lines.append(line)
      }
      heading = lines
      address = lines.first ?? ""
      try #require(address.hasPrefix("http://127.0.0.1:"), "\(lines)")
    }

    deinit { process.kill(SIGKILL) }

    /// The next line that is printed; nothing at the end.
    func line() -> String? { Self.line(of: process) }

    /// Ends the server as Ctrl-C does, and returns what it printed since.
    func end() -> (exit: Exit?, lines: String) {
      process.kill(SIGINT)
      let finished = process.waitUntilEnded()
      return (finished.exit, String(decoding: finished.output, as: UTF8.self))
    }

    private static func line(of process: ChildProcess) -> String? {
      let read = process.readLine(atMost: GateRun.timeMax, bytesMax: 65_536)
      guard case .line(let bytes) = read else { return nil }
      return String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: "\r", with: "")
    }
  }

  /// Sends a write and returns the whole answer.
  @discardableResult
  func send(
    to server: Server,
    path: String = "/items",
    key: String? = "key-1",
    body: String = #"{"note":"private"}"#
  ) throws -> String {
    var request = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    request += "Content-Length: \(body.utf8.count)\r\nAuthorization: Bearer private-token\r\n"
    if let key { request += "Idempotency-Key: \(key)\r\n" }
    request += "\r\n" + body
    let descriptor = socket(AF_INET, Self.stream, 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    try #require(code == 0)
    let bytes = Array(request.utf8)
    try #require(write(descriptor, bytes, bytes.count) == bytes.count)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count <= 0 { return String(decoding: answer, as: UTF8.self) }
      answer += buffer[..<count]
    }
  }

  #if canImport(Darwin)
  private static let stream = SOCK_STREAM
  #else
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #endif

  @Test(.timeLimit(.minutes(30)))
  func `the address comes first, and then one line for each delivery`() throws {
    let server = try Server([])
    #expect(server.address.hasSuffix("/items"))
    #expect(server.heading.count == 3)
    #expect(try send(to: server).hasPrefix("HTTP/1.1 503 "))
    #expect(
      server.line()
        == "1    key-1                                 1        "
        + "committed as record 1, fault status-after-commit, answered 503"
    )
    let answer = try send(to: server)
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(answer.contains(#""attempts":2"#) && answer.contains(#""record_count":1"#))
    #expect(server.line()?.hasSuffix("2        known: record 1, answered 200") == true)
    try send(to: server, body: #"{"note":"other"}"#)
    #expect(server.line()?.hasSuffix("conflict: another body under this key, answered 409") == true)
    try send(to: server, key: "key-2")
    #expect(server.line()?.contains("committed as record 2") == true)
    let (exit, lines) = server.end()
    #expect(exit == .exited(0))
    #expect(
      lines == """

        ledger: 4 deliveries, 2 keys, 2 records
          key-1  3 deliveries, record 1
          key-2  1 delivery, record 2
          1 record repeats the content of another: \
        right for a new action, a duplicate for a repeated one

        """
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `nothing of a request comes to the terminal`() throws {
    let server = try Server([])
    var shown: [String?] = []
    for (path, key) in [
      ("/items?user=private", "key-1"), ("/private", "key-1"), ("/items", nil),
      ("/items", "private@example.org"), ("/items", "private\u{1b}[2J"),
    ] {
      try send(to: server, path: path, key: key)
      shown.append(server.line())
    }
    #expect(shown.allSatisfy { $0 != nil })
    #expect(shown[3]?.contains("digest-") == true)
    let all = shown.compactMap(\.self).joined(separator: "\n") + server.end().lines
    #expect(!all.contains("private") && !all.contains("\u{1b}"), "\(all)")
    #expect(all.contains("not for this server: 404"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a signal prints the ledger's verdict while the server runs`() throws {
    let server = try Server([])
    try send(to: server)
    _ = server.line()
    server.process.kill(SIGUSR1)
    #expect(server.line()?.isEmpty == true)
    #expect(server.line() == "ledger: 1 delivery, 1 key, 1 record")
    #expect(server.line() == "  key-1  1 delivery, record 1")
    #expect(server.line() == "  no two records have the same content")
    #expect(try send(to: server).hasPrefix("HTTP/1.1 200 "))
  }

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")),
    .timeLimit(.minutes(30))
  )
  func `Enter prints the ledger's verdict where there is a terminal`() throws {
    // It gives the server a terminal of its own, into which its own input is typed.
    let command = "'\(BuiltProducts.path(of: "oncegate"))' serve --port 0"
    #if os(Linux)
    let words = ["/usr/bin/script", "-qefc", command, "/dev/null"]
    #else
    let words = ["/usr/bin/script", "-q", "/dev/null", "/bin/sh", "-c", command]
    #endif
    let server = try Server([], words: words)
    #expect(server.heading[1].contains("ledger's verdict: Enter, or kill -USR1 "))
    for typed in ["", "v"] {
      #expect(server.process.write(line: typed.utf8))
      // A terminal shows what is typed.
      #expect(server.line() == typed)
      #expect(server.line()?.isEmpty == true)
      #expect(server.line() == "ledger: 0 deliveries, 0 keys, 0 records")
    }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a port in use is said plainly`() throws {
    let server = try Server([])
    let run = try GateRun(["serve", "--port", "\(server.port)"], in: TemporaryFolder())
    #expect(run.exit == .exited(3))
    #expect(
      run.terminal == "oncegate: error: port \(server.port) is in use by another program; "
        + "stop it or choose another port\n"
    )
  }

  @Test(.timeLimit(.minutes(30)))
  func `a ledger in a file survives a restart`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("ledger.sqlite")
    var server = try Server(["--ledger", file])
    #expect(try send(to: server).hasPrefix("HTTP/1.1 503 "))
    // Killed, not ended: what was answered is in the file already.
    server.process.kill(SIGKILL)
    _ = server.process.waitUntilEnded()
    server = try Server(["--ledger", file])
    let answer = try send(to: server)
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains(#""record_count":1"#))
    #expect(server.line()?.hasSuffix("2        known: record 1, answered 200") == true)
    #expect(server.end().lines.contains("ledger: 2 deliveries, 1 key, 1 record"))
  }

  @Test(.timeLimit(.minutes(30)))
  func `a file says which delivery meets which fault`() throws {
    let folder = try TemporaryFolder()
    let file = folder.file("faults.json")
    try Data(#"{"perAttempt":["close-after-commit",null],"thereafter":"key-conflict"}"#.utf8)
      .write(to: URL(fileURLWithPath: file))
    let server = try Server(["--faults", file])
    #expect(try send(to: server).isEmpty)
    #expect(
      server.line()?.hasSuffix("committed as record 1, fault close-after-commit, cut off") == true
    )
    #expect(try send(to: server).hasPrefix("HTTP/1.1 200 "))
    #expect(server.line()?.hasSuffix("known: record 1, answered 200") == true)
    #expect(try send(to: server).hasPrefix("HTTP/1.1 409 "))
    #expect(
      server.line()?.contains("fault key-conflict, another body was put under this key") == true
    )
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      ("{", "the JSON text ends early"), (#"{"perAttempt":["no-such-fault"]}"#, "perAttempt[0]"),
      (#"{"perAtempt":[]}"#, "expected 'perAttempt'"),
    ]
  )
  func `a fault file that cannot be read is named with its fault`(
    text: String,
    word: String
  ) throws {
    let folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("faults.json")))
    let run = try GateRun(
      ["serve", "--port", "0", "--faults", folder.file("faults.json")],
      in: folder
    )
    #expect(run.exit == .exited(2))
    #expect(run.terminal.contains("faults.json"), "\(run.terminal)")
    #expect(run.terminal.contains(word), "\(run.terminal)")
  }
}

extension Substring {
  fileprivate var wholeNumber: UInt16 { UInt16(self) ?? 0 }
}
