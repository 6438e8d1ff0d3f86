// SPDX-License-Identifier: Apache-2.0

import FaultInjection
import Foundation
import TestSupport
import Testing

struct LedgerTests {
  @Test(.timeLimit(.minutes(30))) func `a ledger in a file survives a restart`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("ledger")
    let deliveries: [Delivery]
    let records: [Record]
    do {
      let scene = try Scene(script: FaultScript.seed, ledger: try Ledger(file: path))
      #expect(try scene.exchange(request()).status == 503)
      #expect(try scene.exchange(request("1", key: "k2")).status == 503)
      #expect(try scene.exchange(request(#"{"title":"b"}"#)).status == 409)
      _ = try scene.exchange(request(key: nil))
      scene.server.stop()
      deliveries = scene.ledger.deliveries
      records = scene.ledger.records
    }
    #expect(deliveries.count == 4)
    let ledger = try Ledger(file: path)
    #expect(ledger.deliveries == deliveries)
    #expect(ledger.records == records)
    let scene = try Scene(script: FaultScript.seed, ledger: ledger)
    #expect(try scene.exchange(request()).text == success(attempts: 2, count: 2))
    #expect(
      try scene.exchange(request("1.0", key: "k2")).text == success(id: 2, attempts: 2, count: 2)
    )
    #expect(try scene.exchange(request(key: "k3")).status == 503)
    #expect(ledger.records.map(\.id) == [1, 2, 3])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a credential is known while the server runs and is in no file`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("ledger")
    let secret = "secret-token"
    do {
      let scene = try Scene(ledger: try Ledger(file: path))
      _ = try scene.exchange(request(fields: ["Authorization: Bearer \(secret)"]))
      scene.server.stop()
      #expect(scene.ledger.deliveries.map(\.authorization) == ["Bearer \(secret)"])
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let data = try #require(FileManager.default.contents(atPath: folder.file(name)))
      #expect(data.range(of: Data(secret.utf8)) == nil)
    }
    #expect(try Ledger(file: path).deliveries.map(\.authorization) == [nil])
  }

  @Test(.timeLimit(.minutes(30))) func `kept failures and forgotten keys survive too`() throws {
    let path = try TemporaryFolder()
    let file = path.file("ledger")
    do {
      let scene = try Scene(
        script: FaultScript(perAttempt: [.storedFailureReplay(500), .keyForgotten]),
        ledger: try Ledger(file: file)
      )
      #expect(try scene.exchange(request()).status == 500)
      #expect(try scene.exchange(request(key: "k2")).status == 500)
      #expect(try scene.exchange(request(key: "k2")).status == 200)
      scene.server.stop()
    }
    let scene = try Scene(ledger: try Ledger(file: file))
    #expect(try scene.exchange(request()).status == 500)
    #expect(try scene.exchange(request(key: "k2")).text == success(attempts: 3))
  }

  @Test(.timeLimit(.minutes(30))) func `a seeded record is there before any delivery`() throws {
    let folder = try TemporaryFolder()
    for ledger in [Ledger(), try Ledger(file: folder.file("ledger"))] {
      let record = try ledger.seed(key: "k1", body: Array(#"{"title":"z"}"#.utf8))
      #expect(ledger.record(forKey: "k1") == record)
      #expect(ledger.record(forKey: "k2") == nil)
      let scene = try Scene(ledger: ledger)
      #expect(try scene.exchange(request()).status == 409)
      #expect(ledger.records == [record])
      #expect(ledger.attempts(forKey: "k1") == 0)
      #expect(ledger.attempts(forKey: "k2") == 0)
    }
  }

  @Test func `what cannot be compared is not seeded`() {
    #expect(throws: LedgerError.notJSON(reason: "the JSON text ends early")) {
      try Ledger().seed(key: "k", body: [])
    }
  }

  @Test func `a file belongs to one ledger at a time`() throws {
    let folder = try TemporaryFolder()
    let ledger = try Ledger(file: folder.file("ledger"))
    #expect(throws: LedgerError.inUse) { try Ledger(file: folder.file("ledger")) }
    #expect(ledger.records.isEmpty)
  }

  @Test func `a file that is no ledger is refused`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("text")
    try Array("this is no database, and long enough to be looked at".utf8)
      .withUnsafeBytes { bytes in
        let file = try #require(fopen(path, "w"))
        fwrite(bytes.baseAddress, 1, bytes.count, file)
        fclose(file)
      }
    #expect(throws: LedgerError.self) { try Ledger(file: path) }
    #expect(throws: LedgerError.self) { try Ledger(file: folder.file("no/such/folder")) }
  }

  @Test func `errors are fragments with a remedy`() {
    #expect(
      LedgerError.inUse.description == "ledger: the file is in use by another process"
    )
    #expect(LedgerError.full.description == "ledger: no room for another delivery")
    #expect(
      LedgerError.cannotOpen(reason: "r").description == "ledger: cannot open the file: r"
    )
    #expect(
      LedgerError.cannotKeep(reason: "r").description == "ledger: cannot keep a change: r"
    )
    #expect(
      FaultServerError.portInUse(8081).description
        == "port 8081 is in use by another program; stop it or choose another port"
    )
    #expect(
      FaultServerError.portForbidden(80).description
        == "port 80 needs special rights; choose one above 1023"
    )
    #expect(
      FaultServerError.system(call: "listen", code: 24).description
        == "cannot serve: 'listen' failed with error 24"
    )
    #expect(FaultServerError.ledger(.full).description == LedgerError.full.description)
    #expect(
      FaultServerError.badProfile(.badPointer).description
        == "profile: 'key.bodyMember' is no JSON pointer; expected one such as /request_id"
    )
  }
}
