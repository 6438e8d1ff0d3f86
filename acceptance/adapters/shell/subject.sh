#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# An optimistic screen: it shows what the user wished before the server has confirmed it.
#
# The shell keeps what is known as text; `step` is a pure function from that text and an event to the
# answer and the new text. That is all there is to test.

set -eu
export LC_ALL=C

usage() {
  cat <<'END'
usage: subject.sh

Reads a JSON object per line and answers each with a JSON object on a line of its own.
END
}

# Reads the event on the first line and what is known on the further ones:
#
#   session <tab> syncs <tab> tickets given out
#   record <tab> confirmed <tab> visible <tab> ticket or null <tab> needs a re-read
#
# Names and tickets are kept as JSON strings with their quotation marks, which hold no tab; so any name
# goes out as it came in, and nothing has to be decoded.
step() {
  awk -F '\t' -v prefix="$prefix" '
    function token(pattern,   found) {
      sub(/^[ \t\r\n]+/, "", text)
      if (!match(text, "^(" pattern ")")) { bad = 1; return "" }
      found = substr(text, 1, RLENGTH)
      text = substr(text, RLENGTH + 1)
      return found
    }

    # Reads a value into `event`: event["\"do\""], event["\"records\"", "\"r1\""] and so on.
    function value(path, depth,   first) {
      first = token("[[{]|" string "|-?[0-9][-+.0-9eE]*|true|false|null")
      if (depth > 64) bad = 1
      event[path] = first
      if (first == "{" || first == "[") members(path, first == "{", depth)
    }
    function members(path, object, depth,   name, end, count) {
      sub(/^[ \t\r\n]+/, "", text)
      end = object ? "}" : "]"
      if (substr(text, 1, 1) == end) { token("[]}]"); return }
      while (!bad) {
        name = object ? token(string) : ++count
        if (object) token(":")
        # Loading names the records: they are kept in the order in which they come.
        if (path == "\"records\"") loaded[++loadedCount] = name
        value(path == "" ? name : path SUBSEP name, depth + 1)
        if (token(object ? "[},]" : "[],]") == end) return
      }
    }
    function member(name) { return event["\"" name "\""] }

    # A new session keeps nothing of the old one. That alone also makes its late answers harmless, as
    # their tickets are now unknown.
    function load(   i) {
      session = member("session")
      count = loadedCount
      split("", row) # Empties it: a record of the old session must not name one of the new.
      for (i = 1; i <= count; i++) {
        id[i] = loaded[i]
        row[id[i]] = i
        confirmed[i] = visible[i] = event["\"records\"", id[i]]
        ticket[i] = "null"
        needsSync[i] = "false"
      }
    }

    function isEnabled(i) { return ticket[i] == "null" && needsSync[i] == "false" }

    # Begins a write and returns its ticket, or null where the tap is intercepted.
    function tap(i) {
      if (!i || !isEnabled(i)) return "null"
      visible[i] = member("value")
      # Never used before: the count goes on over all sessions, the prefix is new in each run.
      return ticket[i] = "\"" prefix "-" ++tickets "\""
    }

    function respond(   i) {
      for (i = count; i > 0 && ticket[i] != member("ticket"); i--) continue
      if (!i || member("ticket") == "null") return # Late, repeated, or of an old session.
      ticket[i] = "null"
      # The value of the server, not the wish: it may have decided otherwise.
      if (member("outcome") == "\"saved\"") confirmed[i] = member("value")
      if (member("outcome") == "\"unknown\"") {
        # It may be committed or not. Writing again could do it twice, so the record is locked until it
        # has been read; asked for once, here and nowhere else.
        needsSync[i] = "true"
        syncs++
      }
      # After a rejection, and while nothing is known, this takes the wish back.
      visible[i] = confirmed[i]
    }

    function sync(i) {
      # Where nobody waits for it, an older read must not win over a newer write.
      if (!i || member("session") != session || needsSync[i] == "false") return
      if (member("outcome") == "\"failed\"") { syncs++; return } # Stays locked, and asks again.
      confirmed[i] = visible[i] = member("value")
      needsSync[i] = "false"
    }

    function shown(i) {
      return id[i] ":{\"confirmed\":" confirmed[i] ",\"visible\":" visible[i] \
        ",\"pending\":" (ticket[i] == "null" ? "false" : "true") \
        ",\"enabled\":" (isEnabled(i) ? "true" : "false") ",\"needsSync\":" needsSync[i] "}"
    }

    BEGIN { string = "\"([^\"\\\\\001-\037]|\\\\.)*\"" }
    NR == 1 { line = $0 }
    NR == 2 { session = $1; syncs = $2; tickets = $3 }
    NR > 2 {
      id[++count] = $1
      row[$1] = count
      confirmed[count] = $2; visible[count] = $3; ticket[count] = $4; needsSync[count] = $5
    }
    END {
      text = line
      value("", 0)
      if (bad || event[""] != "{" || text !~ /^[ \t\r\n]*$/) exit 1
      happening = member("do")
      answer = ""
      if (happening == "\"load\"") load()
      else if (happening == "\"tap\"") answer = ",\"ticket\":" tap(row[member("record")])
      else if (happening == "\"respond\"") respond()
      else if (happening == "\"sync\"") sync(row[member("record")])
      else if (happening != "\"arrange\"") exit 1 # Rows move, and records do not care.

      for (i = 1; i <= count; i++) records = records (i > 1 ? "," : "") shown(i)
      print "{\"records\":{" records "},\"syncs\":" syncs + 0 answer "}"
      print session "\t" syncs + 0 "\t" tickets + 0
      for (i = 1; i <= count; i++)
        print id[i] "\t" confirmed[i] "\t" visible[i] "\t" ticket[i] "\t" needsSync[i]
    }'
}

case "$#:${1-}" in
0:) ;;
1:--help) usage; exit ;;
*) usage >&2; exit 64 ;;
esac

line_break='
'
prefix=$(od -An -N8 -tx1 /dev/urandom | tr -d ' \n')
known=''
while IFS= read -r event || [ -n "$event" ]; do
  result=$(printf '%s\n%s\n' "$event" "$known" | step) || { echo 'subject: bad request' >&2; exit 64; }
  known=${result#*"$line_break"}
  # In step: whoever sends the next line waits for this one. A shell keeps no output back.
  printf '%s\n' "${result%%"$line_break"*}"
done
