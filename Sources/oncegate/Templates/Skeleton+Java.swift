// SPDX-License-Identifier: Apache-2.0

extension Skeleton {
  /// The launchers compile the source again at each start, which costs a second and needs no build.
  static let java = Skeleton(
    files: [
      File("\(folder)/client", launcher("Client"), isExecutable: true),
      File("\(folder)/Client.java", javaClient),
      File("\(folder)/subject", launcher("Subject"), isExecutable: true),
      File("\(folder)/Subject.java", javaSubject),
    ],
    client: "\(folder)/client",
    subject: "\(folder)/subject",
    build: nil,
    packages: ["default-jdk-headless"]
  )

  private static func launcher(_ name: String) -> String {
    #"""
    #!/bin/sh
    # Starts \#(name).java, which is compiled on the way; name a built program here where that is too slow.
    exec java "$(dirname "$0")/\#(name).java" "$@"

    """#
  }

  private static let javaClient = #"""
    import java.io.IOException;
    import java.nio.charset.StandardCharsets;
    import java.util.List;
    import java.util.Optional;

    /**
     * Puts this app's offline queue behind oncegate's client contract.
     *
     * <p>Each command is a process of its own, because an app starts, may be killed, and starts again.
     * 'oncegate help contract' says what each has to do. Fill in the numbered places in their order;
     * 'oncegate run queue.disconnect' says after each one what is missing next.
     */
    public class Client {
        /** Where writes go, whole. */
        static final String URL = environment("ONCEGATE_URL", "");

        /** The only folder that outlives a command. */
        static final String STATE_DIR = environment("ONCEGATE_STATE_DIR", ".");

        static final int REQUEST_TIMEOUT_MS =
            Integer.parseInt(environment("ONCEGATE_REQUEST_TIMEOUT_MS", "5000"));

        /** What submit answers: texts of unreserved characters, so that JSON needs no escapes. */
        record Submitted(String task, String key) {}

        /** What the app knows of a task; the state is pending, completed or stopped. */
        record Listed(String task, String key, int attempts, String state) {}

        /** Stores one task and returns its ID and its key, whatever the network does. */
        static Optional<Submitted> submit(byte[] body) {
            // 1. Let your app store the task in STATE_DIR: these bytes as they are, a task ID, and a key
            //    that no other action has. Return only when a crash cannot lose it any more:
            //        return Optional.of(new Submitted(taskID, key));
            //    Until then the gate says:
            //        \#(SkeletonWords.submitSaysNothing)
            return Optional.empty();
        }

        /** Returns every task that the app knows. */
        static List<Listed> tasks() {
            // 2. Ask your app's store:
            //        return List.of(new Listed(taskID, key, 0, "pending"));
            //    Until then the gate says:
            //        \#(SkeletonWords.taskNotListed)
            return List.of();
        }

        /** Tries every unfinished task now, and returns when each was tried. */
        static void resume() {
            // 3. Do what your app does on launch: send the stored bytes to URL, with the stored key in the
            //    header field Idempotency-Key, and count the attempt before it begins. Only a whole and
            //    explicit success completes the task. After no answer, 408, 425, 429 or 5xx nobody knows:
            //    keep it as it is. Until then the gate says:
            //        \#(SkeletonWords.notSettled)
            //
            // 4. After 409 the key belongs to another body: stop the task and keep it, and never send it
            //    again by itself. Until then queue.key-conflict says:
            //        \#(SkeletonWords.sentAfterConflict)
        }

        public static void main(String[] arguments) throws IOException {
            switch (String.join(" ", arguments)) {
                case "submit" -> submit(System.in.readAllBytes()).ifPresent(task ->
                    writeLine("{\"task\":\"" + task.task() + "\",\"key\":\"" + task.key() + "\"}"));
                case "resume" -> resume();
                case "tasks" -> tasks().forEach(task ->
                    writeLine("{\"task\":\"" + task.task() + "\",\"key\":\"" + task.key()
                        + "\",\"attempts\":" + task.attempts()
                        + ",\"state\":\"" + task.state() + "\"}"));
                default -> {
                    System.err.println("usage: client submit | resume | tasks");
                    System.exit(64);
                }
            }
        }

        private static void writeLine(String line) {
            System.out.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
            System.out.flush();
        }

        private static String environment(String name, String otherwise) {
            return System.getenv().getOrDefault(name, otherwise);
        }
    }

    """#

  private static let javaSubject = #"""
    import java.io.BufferedReader;
    import java.io.IOException;
    import java.io.InputStreamReader;
    import java.nio.charset.StandardCharsets;
    import java.util.Optional;
    import java.util.TreeMap;
    import java.util.regex.Matcher;
    import java.util.regex.Pattern;

    /**
     * Puts the state that this app's user sees behind oncegate's subject contract.
     *
     * <p>One process: a JSON object per line in, a JSON object per line out. 'oncegate help contract'
     * says what each request means. Fill in the numbered places in their order;
     * 'oncegate run state.rejection' says after each one what is missing next.
     */
    public class Subject {
        /** What the user sees of a record, and what the app knows of it. */
        record View(
            boolean confirmed, boolean visible, boolean pending, boolean enabled, boolean needsSync) {}

        void load(String session, TreeMap<String, Boolean> values) {
            // 1. Begin a new session of your app's state with these values; it replaces the old one, with
            //    everything that was in flight. Then show it in 'records' below.
            //    Until then the gate says:
            //        \#(SkeletonWords.recordsMissing)
        }

        Optional<String> tap(String record, boolean value) {
            // 2. Let the user wish this value. Return a ticket that was never used before, or nothing where
            //    the tap is intercepted: while a write is in flight, and while the outcome is unknown.
            //    Until then the gate says:
            //        \#(SkeletonWords.tapSentNothing)
            return Optional.empty();
        }

        void respond(String ticket, String outcome, boolean value) {
            // 3. The write of this ticket ended. "saved": take the server's value. "rejected": go back to
            //    the confirmed one. A ticket that is not in flight in this session changes nothing.
            //    Until then the gate says:
            //        \#(SkeletonWords.rejectionNotRestored)
            //
            // 4. "unknown": show the confirmed value, accept no tap, and ask for one re-read, which counts
            //    in 'syncs'. Until then state.unknown-outcome says:
            //        \#(SkeletonWords.unknownKeptWish)
        }

        void sync(String session, String record, String outcome, boolean value) {
            // 5. A re-read ended. "read": take the server's value and unlock. "failed": stay locked, and
            //    ask again. One that this session does not wait for changes nothing.
            //    Until then state.unknown-outcome says:
            //        \#(SkeletonWords.failedSyncNotRepeated)
        }

        /** Every record of the session. */
        Optional<TreeMap<String, View>> records() {
            // 1. Put a View for each record into a map, and return Optional.of(map).
            return Optional.empty();
        }

        /** How many re-reads were asked for since the process started. */
        int syncs() {
            // 4. Count them.
            return 0;
        }

        public static void main(String[] arguments) throws IOException {
            Subject subject = new Subject();
            BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.writeBytes((subject.answer(line) + "\n").getBytes(StandardCharsets.UTF_8));
                System.out.flush();
            }
        }

        /** Carries out one request. Rows that move change no record, so that "arrange" needs nothing. */
        private String answer(String line) {
            String ticket = "";
            switch (text(line, "do")) {
                case "load" -> load(text(line, "session"), values(line));
                case "tap" -> ticket = ",\"ticket\":"
                    + tap(text(line, "record"), flag(line)).map(it -> "\"" + it + "\"").orElse("null");
                case "respond" -> respond(text(line, "ticket"), text(line, "outcome"), flag(line));
                case "sync" -> sync(
                    text(line, "session"), text(line, "record"), text(line, "outcome"), flag(line));
                default -> { }
            }
            String shown = records().map(Subject::json).map(it -> "\"records\":" + it + ",").orElse("");
            return "{" + shown + "\"syncs\":" + syncs() + ticket + "}";
        }

        private static String json(TreeMap<String, View> records) {
            StringBuilder text = new StringBuilder("{");
            records.forEach((name, view) -> text.append(text.length() > 1 ? "," : "")
                .append("\"").append(name).append("\":{\"confirmed\":").append(view.confirmed())
                .append(",\"visible\":").append(view.visible())
                .append(",\"pending\":").append(view.pending())
                .append(",\"enabled\":").append(view.enabled())
                .append(",\"needsSync\":").append(view.needsSync()).append("}"));
            return text.append("}").toString();
        }

        // The requests are flat and their texts have no escapes; a JSON library of yours may replace this.

        private static String text(String line, String member) {
            Matcher match = Pattern.compile("\"" + member + "\":\"([^\"]*)\"").matcher(line);
            return match.find() ? match.group(1) : "";
        }

        private static boolean flag(String line) {
            return line.contains("\"value\":true");
        }

        private static TreeMap<String, Boolean> values(String line) {
            TreeMap<String, Boolean> values = new TreeMap<>();
            String records = line.substring(line.indexOf("\"records\":") + "\"records\":".length());
            Matcher match = Pattern.compile("\"([^\"]*)\":(true|false)").matcher(records);
            while (match.find()) values.put(match.group(1), match.group(2).equals("true"));
            return values;
        }
    }

    """#
}
