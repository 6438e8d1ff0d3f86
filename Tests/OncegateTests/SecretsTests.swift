// SPDX-License-Identifier: Apache-2.0

import ChildProcesses
import Foundation
import TestSupport
import Testing

/// Nothing that a client holds or says reaches a report or the terminal.
struct SecretsTests {
  private static let secret = "S3cr3t-Canary-5b1f/with+chars"

  /// A client that keeps the secret in its body, its key, its headers and all of its output, and that
  /// breaks a promise on the way, so that everything that a failure shows is written.
  private static let script = """
    #!/bin/sh
    secret='\(secret)'
    echo "$secret" >&2
    store="$ONCEGATE_STATE_DIR/task"
    case "$1" in
      submit)
        cat >/dev/null
        echo "{\\"secret\\":\\"$secret\\"}" >"$store"
        echo "{\\"task\\":\\"$secret\\",\\"key\\":\\"$secret\\"}" ;;
      resume)
        echo "$secret"
        curl --silent --noproxy '*' --max-time 5 -H "Authorization: Bearer $secret" \\
          -H "Idempotency-Key: $secret" -H 'Content-Type: application/json' \\
          --data-binary "@$store" "$ONCEGATE_URL?token=$secret"
        curl --silent --noproxy '*' --max-time 5 -H "Authorization: Bearer $secret" \\
          -H "Idempotency-Key: $secret" -H 'Content-Type: application/json' \\
          --data-binary "@$store" "$ONCEGATE_URL"
        exit 0 ;;
      tasks) echo "{\\"task\\":\\"$secret\\",\\"key\\":\\"$secret\\",\\"attempts\\":1,\\"state\\":\\"pending\\"}" ;;
    esac
    """

  @Test(.timeLimit(.minutes(30)), .enabled(if: OutsideProgram.exists("curl"), "needs curl"))
  func `a secret in body, key, header, address, environment and output is found nowhere`() throws {
    let folder = try TemporaryFolder()
    let client = folder.file("client")
    try Data(Self.script.utf8).write(to: URL(fileURLWithPath: client))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: client)
    let run = try GateRun(
      ["run", "--client", client, "--verbose"],
      in: folder,
      environment: ["SECRET_TOKEN": Self.secret, "GITHUB_ACTIONS": "true"]
    )
    // The client is a bad one: its failures are what could leak.
    #expect(run.exit == .exited(1))
    #expect(run.terminal.contains("body-frozen-at-enqueue"), "\(run.terminal)")
    var artefacts = try run.files()
    artefacts["the terminal"] = Data(run.terminal.utf8)
    #expect(artefacts.count > 8)
    for (name, data) in artefacts {
      for form in Self.forms {
        #expect(data.range(of: Data(form.utf8)) == nil, "\(name) holds \(form)")
      }
    }
  }

  private static let forms = [
    secret, secret.lowercased(), secret.uppercased(), "S3cr3t", "Canary",
    Data(secret.utf8).base64EncodedString(),
    secret.utf8.map { String($0, radix: 16) }.joined(), String(secret.reversed()),
  ]
}

/// Programs of the system that a test cannot do without.
enum OutsideProgram {
  static func exists(_ name: String) -> Bool {
    GateRun.searchPath.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
