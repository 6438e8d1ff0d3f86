// SPDX-License-Identifier: Apache-2.0

extension Skeleton {
  static let python = Skeleton(
    files: [
      File("\(folder)/client", pythonClient, isExecutable: true),
      File("\(folder)/subject", pythonSubject, isExecutable: true),
    ],
    client: "\(folder)/client",
    subject: "\(folder)/subject",
    build: nil,
    packages: ["python3"]
  )

  private static let pythonClient = #"""
    #!/usr/bin/env python3
    """Puts this app's offline queue behind oncegate's client contract.

    Each command is a process of its own, because an app starts, may be killed, and starts again.
    'oncegate help contract' says what each has to do. Fill in the numbered places in their order;
    'oncegate run queue.disconnect' says after each one what is missing next.
    """

    import json
    import os
    import sys

    URL = os.environ.get("ONCEGATE_URL", "")  # where writes go, whole
    STATE_DIR = os.environ.get("ONCEGATE_STATE_DIR", ".")  # the only place that outlives a command
    REQUEST_TIMEOUT_SECONDS = int(os.environ.get("ONCEGATE_REQUEST_TIMEOUT_MS", "5000")) / 1000


    def submit(body):
        """Stores one task and returns its ID and its key, whatever the network does."""
        # 1. Let your app store the task in STATE_DIR: these bytes as they are, a task ID, and a key
        #    that no other action has. Return only when a crash cannot lose it any more:
        #        return {"task": task_id, "key": key}
        #    Until then the gate says:
        #        \#(SkeletonWords.submitSaysNothing)
        return None


    def tasks():
        """Returns every task that the app knows."""
        # 2. Ask your app's store. The state is "pending", "completed" or "stopped":
        #        return [{"task": task_id, "key": key, "attempts": 0, "state": "pending"}]
        #    Until then the gate says:
        #        \#(SkeletonWords.taskNotListed)
        return []


    def resume():
        """Tries every unfinished task now, and returns when each was tried."""
        # 3. Do what your app does on launch: send the stored bytes to URL, with the stored key in the
        #    header field Idempotency-Key, and count the attempt before it begins. Only a whole and
        #    explicit success completes the task. After no answer, 408, 425, 429 or 5xx nobody knows:
        #    keep it as it is. Until then the gate says:
        #        \#(SkeletonWords.notSettled)
        #
        # 4. After 409 the key belongs to another body: stop the task and keep it, and never send it
        #    again by itself. Until then queue.key-conflict says:
        #        \#(SkeletonWords.sentAfterConflict)
        pass


    def main(arguments):
        if arguments == ["submit"]:
            reply = submit(sys.stdin.buffer.read())
            if reply is not None:
                print(json.dumps(reply))
        elif arguments == ["resume"]:
            resume()
        elif arguments == ["tasks"]:
            for task in tasks():
                print(json.dumps(task))
        else:
            sys.exit("usage: client submit | resume | tasks")


    main(sys.argv[1:])

    """#

  private static let pythonSubject = #"""
    #!/usr/bin/env python3
    """Puts the state that this app's user sees behind oncegate's subject contract.

    One process: a JSON object per line in, a JSON object per line out. 'oncegate help contract' says
    what each request means. Fill in the numbered places in their order; 'oncegate run state.rejection'
    says after each one what is missing next.
    """

    import json
    import sys


    class Subject:
        def load(self, session, records):
            # 1. Begin a new session of your app's state with these values; it replaces the old one,
            #    with everything that was in flight. Then show it in 'records' below.
            #    Until then the gate says:
            #        \#(SkeletonWords.recordsMissing)
            pass

        def tap(self, record, value):
            # 2. Let the user wish this value. Return a ticket that was never used before, or None where
            #    the tap is intercepted: while a write is in flight, and while the outcome is unknown.
            #    Until then the gate says:
            #        \#(SkeletonWords.tapSentNothing)
            return None

        def respond(self, ticket, outcome, value):
            # 3. The write of this ticket ended. "saved": take the server's value. "rejected": go back to
            #    the confirmed one. A ticket that is not in flight in this session changes nothing.
            #    Until then the gate says:
            #        \#(SkeletonWords.rejectionNotRestored)
            #
            # 4. "unknown": show the confirmed value, accept no tap, and ask for one re-read, which
            #    counts in 'syncs'. Until then state.unknown-outcome says:
            #        \#(SkeletonWords.unknownKeptWish)
            pass

        def sync(self, session, record, outcome, value):
            # 5. A re-read ended. "read": take the server's value and unlock. "failed": stay locked, and
            #    ask again. One that this session does not wait for changes nothing.
            #    Until then state.unknown-outcome says:
            #        \#(SkeletonWords.failedSyncNotRepeated)
            pass

        def arrange(self, order):
            # Rows move; records stay what they are. There is nothing to do where rows are only shown.
            pass

        def records(self):
            # 1. Show every record of the session:
            #        return {"r1": {"confirmed": False, "visible": False, "pending": False,
            #                       "enabled": True, "needsSync": False}}
            return None

        def syncs(self):
            # 4. Return how many re-reads were asked for since the process started.
            return 0


    def main():
        subject = Subject()
        for line in sys.stdin:
            request = json.loads(line)
            reply = {}
            if request["do"] == "load":
                subject.load(request["session"], request["records"])
            elif request["do"] == "tap":
                reply["ticket"] = subject.tap(request["record"], request["value"])
            elif request["do"] == "respond":
                subject.respond(request["ticket"], request["outcome"], request.get("value"))
            elif request["do"] == "sync":
                subject.sync(
                    request["session"], request["record"], request["outcome"], request.get("value")
                )
            elif request["do"] == "arrange":
                subject.arrange(request["order"])
            records = subject.records()
            if records is not None:
                reply["records"] = records
            reply["syncs"] = subject.syncs()
            print(json.dumps(reply), flush=True)


    main()

    """#
}
