// SPDX-License-Identifier: Apache-2.0

// An offline write queue in plain files, in one source file: java Client.java submit | resume | tasks
//
//   t000001/body      the bytes that the user submitted
//   t000001/key       the key; written last, and with it the task exists
//   t000001/attempts  a byte for each attempt; its lock is the claim
//   t000001/state     'completed', or 'stopped' and why; no such file while the task is pending
//
// `body` and `key` are written once and never again, so that no retry can change what it repeats.

import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

final class Client {
  static final String USAGE = """
      usage: java Client.java submit | resume | tasks

        submit  keeps the body on standard input as a task, and prints its task and key
        resume  tries every unfinished task now
        tasks   prints every task, a line each

      environment: ONCEGATE_URL, ONCEGATE_STATE_DIR, ONCEGATE_REQUEST_TIMEOUT_MS
      """;
  static final int BODY_BYTES_MAX = 1_048_576;
  static final int ANSWER_BYTES_MAX = 65_536;

  final Path folder;

  Client(Path folder) {
    this.folder = folder;
  }

  public static void main(String[] arguments) throws Exception {
    var command = arguments.length == 1 ? arguments[0] : "";
    if (!List.of("submit", "resume", "tasks").contains(command)) {
      (command.equals("--help") ? System.out : System.err).print(USAGE);
      System.exit(command.equals("--help") ? 0 : 64);
    }
    var client = new Client(Path.of(System.getenv("ONCEGATE_STATE_DIR")));
    switch (command) {
      case "submit" -> {
        var body = System.in.readNBytes(BODY_BYTES_MAX + 1);
        if (body.length == 0 || body.length > BODY_BYTES_MAX) {
          System.err.println("submit: expected a body of 1 to " + BODY_BYTES_MAX + " bytes");
          System.exit(64);
        }
        client.submit(body);
      }
      case "resume" -> client.resume(
          URI.create(System.getenv("ONCEGATE_URL")),
          Long.parseLong(System.getenv().getOrDefault("ONCEGATE_REQUEST_TIMEOUT_MS", "5000")));
      default -> client.list();
    }
    // An attempt that was given up may still hold a thread.
    System.exit(0);
  }

  void submit(byte[] body) throws IOException {
    // Making a folder is exclusive: of two processes, one gets the number.
    Path task = null;
    for (int number = 1; task == null; number++) {
      try {
        task = Files.createDirectory(folder.resolve(String.format("t%06d", number)));
      } catch (FileAlreadyExistsException taken) {
        // The next number, then.
      }
    }
    var key = UUID.randomUUID().toString();
    // The body is kept as it is: whoever parses it and writes it again sends other bytes.
    writeDurably(task, "body", body);
    writeDurably(task, "key", key.getBytes(StandardCharsets.UTF_8));
    flush(folder);
    // Only now: what has been acknowledged must be on disk already. Sending is left to `resume`.
    System.out.printf("{\"task\":\"%s\",\"key\":\"%s\"}%n", task.getFileName(), key);
  }

  void resume(URI url, long timeoutMilliseconds) throws Exception {
    for (var task : tasks()) {
      if (isSettled(task)) continue;
      // One sender per task. The system lets go of the lock when its process dies, however it dies:
      // so a successor can send at once, and a flag that nobody takes back cannot block the task.
      try (var claim = FileChannel.open(task.resolve("attempts"), CREATE, APPEND)) {
        // Looked at again under the claim: another process may have settled the task just before.
        if (claim.tryLock() == null || isSettled(task)) continue;
        // Counted on disk before it is sent, so that no attempt is forgotten when we die meanwhile.
        claim.write(ByteBuffer.wrap(new byte[] {'.'}));
        claim.force(true);
        var state = send(url, timeoutMilliseconds, read(task, "key"), task.resolve("body"));
        if (state != null) writeDurably(task, "state", state.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  /** Makes one attempt; returns the state that settles the task, or null while it stays pending. */
  static String send(URI url, long timeoutMilliseconds, String key, Path body) throws Exception {
    var request = HttpRequest.newBuilder(url)
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", key)
        .POST(HttpRequest.BodyPublishers.ofFile(body))
        .build();
    // A client of its own for each attempt, and with it a connection: a used one may be gone, and
    // then nobody knows what has arrived. No proxy, no redirect, and no offer to change to HTTP/2.
    // (HttpURLConnection would not do: it sends a POST twice by itself.)
    var exchange = HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .proxy(HttpClient.Builder.NO_PROXY)
        .followRedirects(HttpClient.Redirect.NEVER)
        .build()
        .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
        .thenApplyAsync(response -> {
          try (var answer = response.body()) {
            var bytes = answer.readNBytes(ANSWER_BYTES_MAX + 1);
            return bytes.length > ANSWER_BYTES_MAX ? null : judge(response.statusCode(), bytes);
          } catch (IOException cutOff) {
            return null;
          }
        });
    try {
      // For the attempt as a whole; the request's own limit ends with the head of the answer.
      return exchange.get(timeoutMilliseconds, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unknown) {
      // Refused, reset, timed out: the server may have done it or not. Keep the task. An answer that
      // still comes finds nobody who looks at it.
      return null;
    }
  }

  static String judge(int status, byte[] answer) {
    if (status >= 200 && status < 300) {
      // Hotel networks answer 200 as well: only the declared shape is an answer of our server.
      var text = new String(answer, StandardCharsets.UTF_8);
      return new Answer(text).isObjectWithID() ? "completed" : null;
    }
    // The server has refused this write for good. 409 and 422 say that our key belongs to another
    // body: sending again cannot help, and a new key would make a second record.
    var refused = status >= 400 && status < 500 && !List.of(408, 425, 429).contains(status);
    return refused ? "stopped " + status : null;
  }

  void list() throws IOException {
    for (var task : tasks()) {
      var attempts = task.resolve("attempts");
      System.out.printf(
          "{\"task\":\"%s\",\"key\":\"%s\",\"attempts\":%d,\"state\":\"%s\"}%n",
          task.getFileName(), read(task, "key"), Files.exists(attempts) ? Files.size(attempts) : 0,
          isSettled(task) ? read(task, "state").split(" ")[0] : "pending");
    }
  }

  /** The tasks in the order of the user's actions. */
  List<Path> tasks() throws IOException {
    try (var entries = Files.list(folder)) {
      // A folder without a key is a submit that died before it was acknowledged.
      return entries.filter(entry -> Files.exists(entry.resolve("key"))).sorted().toList();
    }
  }

  static boolean isSettled(Path task) {
    return Files.exists(task.resolve("state"));
  }

  static String read(Path task, String name) throws IOException {
    return Files.readString(task.resolve(name));
  }

  /** Either the whole file is there, or none of it: a half-written key or state would be a lie. */
  static void writeDurably(Path folder, String name, byte[] bytes) throws IOException {
    var draft = folder.resolve(name + "." + UUID.randomUUID());
    try (var file = FileChannel.open(draft, CREATE_NEW, WRITE)) {
      for (var rest = ByteBuffer.wrap(bytes); rest.hasRemaining();) file.write(rest);
      file.force(true);
    }
    Files.move(draft, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    flush(folder);
  }

  /** What is renamed or made is durable only when its folder has been flushed too. */
  static void flush(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    }
  }

  /** A strict reader, so that half an answer, or one with something behind it, is no success. */
  static final class Answer {
    static final int DEPTH_MAX = 64;
    static final Pattern TOKEN = Pattern.compile("[ \\t\\r\\n]*(?:([\\[\\]{},:]|true|false|null"
        + "|-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
        + "|\"(?:[^\"\\\\\\x00-\\x1f]++|\\\\(?:[\"\\\\/bfnrt]|u[0-9A-Fa-f]{4}))*+\")|$)");
    final Matcher tokens;
    boolean hasID;

    Answer(String text) {
      tokens = TOKEN.matcher(text);
    }

    boolean isObjectWithID() {
      try {
        return value(next(), 0).equals("{") && hasID && next().isEmpty();
      } catch (IllegalArgumentException malformed) {
        return false;
      }
    }

    /** The next token, which is empty at the end of the text. */
    String next() {
      if (!tokens.lookingAt()) throw new IllegalArgumentException();
      var token = tokens.group(1);
      tokens.region(tokens.end(), tokens.regionEnd());
      return token == null ? "" : token;
    }

    String value(String first, int depth) {
      check(depth <= DEPTH_MAX && !first.isEmpty() && !"}],:".contains(first));
      if (first.equals("{") || first.equals("[")) members(first.equals("{"), depth);
      return first;
    }

    void members(boolean object, int depth) {
      var end = object ? "}" : "]";
      for (var token = next(); !token.equals(end); token = next()) {
        var name = token;
        if (object) {
          check(name.startsWith("\"") && next().equals(":"));
          token = next();
        }
        var first = value(token, depth + 1);
        if (object && depth == 0 && name.equals("\"id\"") && !first.equals("null")) hasID = true;
        token = next();
        if (token.equals(end)) return;
        check(token.equals(","));
      }
    }

    static void check(boolean wellFormed) {
      if (!wellFormed) throw new IllegalArgumentException();
    }
  }
}
