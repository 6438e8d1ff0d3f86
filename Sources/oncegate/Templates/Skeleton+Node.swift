// SPDX-License-Identifier: Apache-2.0

extension Skeleton {
  static let node = Skeleton(
    files: [
      File("\(folder)/client.mjs", nodeClient, isExecutable: true),
      File("\(folder)/subject.mjs", nodeSubject, isExecutable: true),
    ],
    client: "\(folder)/client.mjs",
    subject: "\(folder)/subject.mjs",
    build: nil,
    packages: ["nodejs"]
  )

  private static let nodeClient = #"""
    #!/usr/bin/env node
    // Puts this app's offline queue behind oncegate's client contract.
    //
    // Each command is a process of its own, because an app starts, may be killed, and starts again.
    // 'oncegate help contract' says what each has to do. Fill in the numbered places in their order;
    // 'oncegate run queue.disconnect' says after each one what is missing next.

    import { readFileSync } from "node:fs";

    const environment = {
      url: process.env.ONCEGATE_URL ?? "", // where writes go, whole
      stateDir: process.env.ONCEGATE_STATE_DIR ?? ".", // the only place that outlives a command
      requestTimeoutMs: Number(process.env.ONCEGATE_REQUEST_TIMEOUT_MS ?? 5000),
    };

    /** Stores one task and returns its ID and its key, whatever the network does. */
    async function submit(body) {
      // 1. Let your app store the task in environment.stateDir: these bytes as they are, a task ID, and
      //    a key that no other action has. Return only when a crash cannot lose it any more:
      //        return { task: taskID, key };
      //    Until then the gate says:
      //        \#(SkeletonWords.submitSaysNothing)
      return null;
    }

    /** Returns every task that the app knows. */
    async function tasks() {
      // 2. Ask your app's store. The state is "pending", "completed" or "stopped":
      //        return [{ task: taskID, key, attempts: 0, state: "pending" }];
      //    Until then the gate says:
      //        \#(SkeletonWords.taskNotListed)
      return [];
    }

    /** Tries every unfinished task now, and returns when each was tried. */
    async function resume() {
      // 3. Do what your app does on launch: send the stored bytes to environment.url, with the stored
      //    key in the header field Idempotency-Key, and count the attempt before it begins. Only a whole
      //    and explicit success completes the task. After no answer, 408, 425, 429 or 5xx nobody knows:
      //    keep it as it is. Until then the gate says:
      //        \#(SkeletonWords.notSettled)
      //
      // 4. After 409 the key belongs to another body: stop the task and keep it, and never send it again
      //    by itself. Until then queue.key-conflict says:
      //        \#(SkeletonWords.sentAfterConflict)
    }

    function writeLine(value) {
      process.stdout.write(JSON.stringify(value) + "\n");
    }

    const [command, ...rest] = process.argv.slice(2);
    if (rest.length === 0 && command === "submit") {
      const reply = await submit(readFileSync(0));
      if (reply !== null) writeLine(reply);
    } else if (rest.length === 0 && command === "resume") {
      await resume();
    } else if (rest.length === 0 && command === "tasks") {
      for (const task of await tasks()) writeLine(task);
    } else {
      console.error("usage: client.mjs submit | resume | tasks");
      process.exitCode = 64;
    }

    """#

  private static let nodeSubject = #"""
    #!/usr/bin/env node
    // Puts the state that this app's user sees behind oncegate's subject contract.
    //
    // One process: a JSON object per line in, a JSON object per line out. 'oncegate help contract' says
    // what each request means. Fill in the numbered places in their order; 'oncegate run state.rejection'
    // says after each one what is missing next.

    import { createInterface } from "node:readline";

    const subject = {
      load(session, records) {
        // 1. Begin a new session of your app's state with these values; it replaces the old one, with
        //    everything that was in flight. Then show it in 'records' below.
        //    Until then the gate says:
        //        \#(SkeletonWords.recordsMissing)
      },

      tap(record, value) {
        // 2. Let the user wish this value. Return a ticket that was never used before, or null where the
        //    tap is intercepted: while a write is in flight, and while the outcome is unknown.
        //    Until then the gate says:
        //        \#(SkeletonWords.tapSentNothing)
        return null;
      },

      respond(ticket, outcome, value) {
        // 3. The write of this ticket ended. "saved": take the server's value. "rejected": go back to the
        //    confirmed one. A ticket that is not in flight in this session changes nothing.
        //    Until then the gate says:
        //        \#(SkeletonWords.rejectionNotRestored)
        //
        // 4. "unknown": show the confirmed value, accept no tap, and ask for one re-read, which counts in
        //    'syncs'. Until then state.unknown-outcome says:
        //        \#(SkeletonWords.unknownKeptWish)
      },

      sync(session, record, outcome, value) {
        // 5. A re-read ended. "read": take the server's value and unlock. "failed": stay locked, and ask
        //    again. One that this session does not wait for changes nothing.
        //    Until then state.unknown-outcome says:
        //        \#(SkeletonWords.failedSyncNotRepeated)
      },

      arrange(order) {
        // Rows move; records stay what they are. There is nothing to do where rows are only shown.
      },

      records() {
        // 1. Show every record of the session:
        //        return { r1: { confirmed: false, visible: false, pending: false,
        //                       enabled: true, needsSync: false } };
        return undefined;
      },

      syncs() {
        // 4. Return how many re-reads were asked for since the process started.
        return 0;
      },
    };

    for await (const line of createInterface({ input: process.stdin })) {
      const request = JSON.parse(line);
      const reply = {};
      switch (request.do) {
        case "load":
          subject.load(request.session, request.records);
          break;
        case "tap":
          reply.ticket = subject.tap(request.record, request.value);
          break;
        case "respond":
          subject.respond(request.ticket, request.outcome, request.value);
          break;
        case "sync":
          subject.sync(request.session, request.record, request.outcome, request.value);
          break;
        case "arrange":
          subject.arrange(request.order);
          break;
      }
      reply.records = subject.records();
      reply.syncs = subject.syncs();
      process.stdout.write(JSON.stringify(reply) + "\n");
    }

    """#
}
