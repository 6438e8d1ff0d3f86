// SPDX-License-Identifier: Apache-2.0

// An optimistic screen: it shows what the user wished before the server has confirmed it.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

final class Subject {
  static final String USAGE = """
      usage: java Subject.java

      Reads a JSON object per line and answers each with a JSON object on a line of its own.
      """;

  /** What is known about a record, and what is shown. They differ only while a write runs. */
  static final class Record {
    boolean confirmed;
    boolean visible;
    // The write in flight. The ticket itself and not a flag beside it, as the two could disagree.
    String ticket;
    // A write got lost, and nobody knows the server's value until it has been read again.
    boolean needsSync;

    Record(boolean value) {
      confirmed = visible = value;
    }

    boolean isEnabled() {
      return ticket == null && !needsSync;
    }

    String json() {
      return String.format(
          "{\"confirmed\":%b,\"visible\":%b,\"pending\":%b,\"enabled\":%b,\"needsSync\":%b}",
          confirmed, visible, ticket != null, isEnabled(), needsSync);
    }
  }

  String session;
  // By ID. A row is no identity: rows are sorted and filtered while a write is in flight.
  final Map<String, Record> records = new LinkedHashMap<>();
  int syncs;

  /** A new session keeps nothing of the old one; so late answers find their tickets unknown. */
  void load(String name, Map<String, String> values) {
    session = name;
    records.clear();
    values.forEach((record, value) -> records.put(record, new Record(Boolean.parseBoolean(value))));
  }

  /** Begins a write and returns its ticket, or null where the tap is intercepted. */
  String tap(String name, boolean value) {
    var record = records.get(name);
    if (record == null || !record.isEnabled()) return null;
    record.visible = value;
    // Never used before, in no session and no run: an old answer can never fit by accident.
    record.ticket = '"' + UUID.randomUUID().toString() + '"';
    return record.ticket;
  }

  void respond(String ticket, String outcome, boolean value) {
    for (var record : records.values()) {
      // No record has the ticket of an answer that is late, repeated, or of an old session.
      if (!ticket.equals(record.ticket)) continue;
      record.ticket = null;
      // The server's value, not the wish: it may have decided otherwise.
      if (outcome.equals("\"saved\"")) record.confirmed = value;
      if (outcome.equals("\"unknown\"")) {
        // It may be committed or not. Writing again could do it twice, so the record is locked until
        // it has been read; asked for once, here and nowhere else.
        record.needsSync = true;
        syncs++;
      }
      // After a rejection, and while nothing is known, this takes the wish back.
      record.visible = record.confirmed;
    }
  }

  void sync(String name, String recordName, String outcome, boolean value) {
    var record = records.get(recordName);
    // Where nobody waits for it, an older read must not win over a newer write.
    if (!name.equals(session) || record == null || !record.needsSync) return;
    if (outcome.equals("\"failed\"")) {
      syncs++; // Stays locked, and asks again.
      return;
    }
    record.confirmed = record.visible = value;
    record.needsSync = false;
  }

  String answer(Event event) {
    var ticket = "";
    var record = event.member("record");
    var outcome = event.member("outcome");
    var value = event.member("value").equals("true");
    switch (event.member("do")) {
      case "\"load\"" -> load(event.member("session"), event.records);
      case "\"tap\"" -> ticket = ",\"ticket\":" + tap(record, value);
      case "\"respond\"" -> respond(event.member("ticket"), outcome, value);
      case "\"sync\"" -> sync(event.member("session"), record, outcome, value);
      case "\"arrange\"" -> { } // Rows move, and records do not care.
      default -> throw new IllegalArgumentException();
    }
    var shown = records.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue().json())
        .collect(Collectors.joining(","));
    return "{\"records\":{" + shown + "},\"syncs\":" + syncs + ticket + "}";
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      var wished = arguments[0].equals("--help");
      (wished ? System.out : System.err).print(USAGE);
      System.exit(wished ? 0 : 64);
    }
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    // In step: whoever sends the next line waits for this one, so that each is flushed.
    var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var subject = new Subject();
    try {
      for (var line = input.readLine(); line != null; line = input.readLine()) {
        output.println(subject.answer(new Event(line)));
      }
    } catch (IllegalArgumentException malformed) {
      System.err.println("subject: bad request");
      System.exit(64);
    }
  }

  /**
   * A line of the contract: an object whose members are strings, literals, an array, or an object.
   *
   * <p>Strings keep their quotation marks and escapes, so that a name goes out as it came in.
   */
  static final class Event {
    static final Pattern TOKEN = Pattern.compile("[ \\t\\r\\n]*([\\[\\]{},:]|true|false|null"
        + "|-?[0-9][-+.0-9eE]*|\"(?:[^\"\\\\]++|\\\\.)*+\"|$)");
    final Map<String, String> members = new LinkedHashMap<>();
    final Map<String, String> records = new LinkedHashMap<>();
    final Matcher tokens;

    Event(String line) {
      tokens = TOKEN.matcher(line);
      check(next().equals("{"));
      members("{", members);
      check(next().isEmpty());
    }

    /** A member as it stands in the line, or an empty text. */
    String member(String name) {
      return members.getOrDefault('"' + name + '"', "");
    }

    /** The next token, which is empty at the end of the line. */
    String next() {
      check(tokens.lookingAt());
      var token = tokens.group(1);
      tokens.region(tokens.end(), tokens.regionEnd());
      return token;
    }

    /** Reads what an object or array holds, after its opening bracket. */
    void members(String opening, Map<String, String> found) {
      var end = opening.equals("{") ? "}" : "]";
      for (var token = next(); !token.equals(end); token = next()) {
        var name = token;
        if (opening.equals("{")) {
          check(name.startsWith("\"") && next().equals(":"));
          token = next();
        }
        check(!token.isEmpty() && !"}],:".contains(token));
        found.put(name, token);
        if (token.equals("{") || token.equals("[")) {
          var isRecords = found == members && name.equals("\"records\"");
          members(token, isRecords ? records : new LinkedHashMap<>());
        }
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
