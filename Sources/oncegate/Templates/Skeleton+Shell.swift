// SPDX-License-Identifier: Apache-2.0

extension Skeleton {
  /// A shell reads no JSON, so that the subject stays the bundled one.
  static let shell = Skeleton(
    files: [File("\(folder)/client", shellClient, isExecutable: true)],
    client: "\(folder)/client",
    subject: nil,
    build: nil,
    packages: ["curl"]
  )

  private static let shellClient = #"""
    #!/bin/sh
    # Puts this app's offline queue behind oncegate's client contract.
    #
    # Each command is a process of its own, because an app starts, may be killed, and starts again.
    # 'oncegate help contract' says what each has to do. Fill in the numbered places in their order;
    # 'oncegate run queue.disconnect' says after each one what is missing next.
    set -eu

    url=${ONCEGATE_URL:-}                           # where writes go, whole
    state_dir=${ONCEGATE_STATE_DIR:-.}              # the only place that outlives a command
    timeout_ms=${ONCEGATE_REQUEST_TIMEOUT_MS:-5000} # how long an attempt may take

    # Stores one task and writes its ID and its key, whatever the network does.
    submit() {
      # 1. Let your app store the task in "$state_dir": the bytes of standard input as they are, a task
      #    ID, and a key that no other action has. Only when a crash cannot lose it any more, write:
      #        printf '{"task":"%s","key":"%s"}\n' "$task" "$key"
      #    Until then the gate says:
      #        \#(SkeletonWords.submitSaysNothing)
      cat >/dev/null
    }

    # Writes a line for every task that the app knows.
    tasks() {
      # 2. Ask your app's store. The state is pending, completed or stopped:
      #        printf '{"task":"%s","key":"%s","attempts":%d,"state":"%s"}\n' \
      #          "$task" "$key" "$attempts" "$state"
      #    Until then the gate says:
      #        \#(SkeletonWords.taskNotListed)
      :
    }

    # Tries every unfinished task now, and returns when each was tried.
    resume() {
      # 3. Do what your app does on launch: send the stored bytes to "$url", with the stored key in the
      #    header field Idempotency-Key, and count the attempt before it begins. With curl, --data-binary
      #    keeps the bytes, and --max-time takes seconds. Only a whole and explicit success completes the
      #    task. After no answer, 408, 425, 429 or 5xx nobody knows: keep it as it is.
      #    Until then the gate says:
      #        \#(SkeletonWords.notSettled)
      #
      # 4. After 409 the key belongs to another body: stop the task and keep it, and never send it again
      #    by itself. Until then queue.key-conflict says:
      #        \#(SkeletonWords.sentAfterConflict)
      :
    }

    case "$#:${1:-}" in
      1:submit) submit ;;
      1:resume) resume ;;
      1:tasks) tasks ;;
      *)
        echo "usage: client submit | resume | tasks" >&2
        exit 64
        ;;
    esac

    """#
}
