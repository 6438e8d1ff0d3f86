// SPDX-License-Identifier: Apache-2.0

extension Topic {
  static let config = Topic(
    name: "config",
    summary: "every member of oncegate.json"
  ) {
    var lines = [
      "oncegate.json: what a project says about itself, so that 'oncegate run' needs no options",
      "",
      "It is read from the current folder, or from where --config says. An option of the command line",
      "wins over it. Paths in it, and a program's path, are meant from the folder of the file. A member",
      "that nobody knows is an error.",
      "",
      "members, all of which may be left out:",
    ]
    lines += ConfigurationMember.all.flatMap { member in
      var about = "default: \(member.otherwise)"
      if let option = member.option { about += "; \(option) wins" }
      return ["", "  \(member.name)"]
        + Help.wrapped(member.help, indent: 6)
        + Help.wrapped("value: \(member.expected)", indent: 6)
        + Help.wrapped(about, indent: 6)
    }
    lines += ["", "members of 'upstream', all of which may be left out:"]
    lines += UpstreamMember.all.flatMap { member in
      ["", "  \(member.name)"]
        + Help.wrapped(member.help, indent: 6)
        + Help.wrapped("value: \(member.expected)", indent: 6)
        + Help.wrapped("default: \(member.otherwise)", indent: 6)
    }
    lines += ["", "members of a case of your own:"]
    lines += OwnCaseMember.all.flatMap { member in
      ["", "  \(member.name)" + (member.isRequired ? "  (required)" : "")]
        + Help.wrapped(member.help, indent: 6)
        + Help.wrapped("value: \(member.expected)", indent: 6)
    }
    lines += ["", "example:", ""]
    lines += configExample.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : "  \($0)"
    }
    return lines.joined(separator: "\n")
  }

  /// A configuration that says everything.
  static let configExample = """
    {
      "client": "./oncegate-adapter/client",
      "subject": ["./oncegate-adapter/subject", "--quiet"],
      "terminate": "./oncegate-adapter/terminate",
      "pass": ["DEVELOPER_DIR"],
      "timeoutSeconds": 300,
      "commandTimeoutSeconds": 60,
      "requestTimeoutMilliseconds": 5000,
      "jobs": 1,
      "reportDir": "build/oncegate-report",
      "sources": {
        "queue": "src/queue.ts:12",
        "state": "src/favourites.ts"
      },
      "profile": {
        "name": "orders",
        "endpoints": [{"method": "PUT", "path": "/v2/orders/*"}],
        "key": {"header": "X-Request-Id"},
        "keySyntax": "either",
        "otherBody": 422,
        "inFlight": 409,
        "success": {
          "status": 201,
          "contentType": "application/json",
          "body": "{\\"order\\":{\\"number\\":${id}}}"
        }
      },
      "upstream": {
        "url": "http://127.0.0.1:3000",
        "records": "/debug/orders#/count",
        "headers": {"Authorization": "Bearer ${ORDERS_TOKEN}"},
        "otherAccount": {"Authorization": "Bearer ${ORDERS_OTHER_TOKEN}"},
        "failOnce": {"X-Test-Fail": "503"},
        "body": {"item": "lamp ${n}", "count": 1}
      },
      "cases": [
        {
          "name": "backup.restore",
          "command": "./tests/restore --offline",
          "promise": "a task that was backed up is sent once after the restore",
          "suite": "own"
        }
      ]
    }
    """
}
