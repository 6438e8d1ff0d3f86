#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# An offline write queue in plain files: POSIX sh, curl, awk and sed.
#
#   t000001/body        the bytes that the user submitted
#   t000001/key         the key; written last, and with it the task exists
#   t000001/attempt.N   who makes or made attempt N: the claim, and the count of attempts
#   t000001/state       'completed', or 'stopped' and why; no such file while the task is pending
#
# `body` and `key` are written once and never again, so that no retry can change what it repeats.

set -eu
export LC_ALL=C
umask 077
BODY_BYTES_MAX=1048576
ANSWER_BYTES_MAX=65536

usage() {
  cat <<'END'
usage: client.sh submit | resume | tasks

  submit  keeps the body on standard input as a task, and prints its task and key
  resume  tries every unfinished task now
  tasks   prints every task, a line each

environment: ONCEGATE_URL, ONCEGATE_STATE_DIR, ONCEGATE_REQUEST_TIMEOUT_MS
END
}

fail() { echo "client.sh: $1" >&2; exit "${2:-1}"; }

# Flushes files and folders to the disk; a `sync` that takes no names flushes everything.
flush() { sync "$@" 2>/dev/null || sync; }

# Puts text into a file so that either all of it is there or none: a half-written key would be a lie.
write_durably() { # folder name text
  printf '%s\n' "$3" >"$1/$2.$$"
  flush "$1/$2.$$"
  mv -f "$1/$2.$$" "$1/$2"
  flush "$1"
}

submit() {
  number=1
  # Making a folder is exclusive: of two processes, one gets the number.
  while task=$(printf 't%06d' "$number"); ! mkdir "$task" 2>/dev/null; do
    [ -d "$task" ] || fail 'cannot write to the folder of the tasks'
    number=$((number + 1))
  done
  # Kept as it is: whoever parses a body and writes it again sends other bytes.
  cat >"$task/body"
  if [ ! -s "$task/body" ] || [ "$(wc -c <"$task/body")" -gt "$BODY_BYTES_MAX" ]; then
    fail "submit: expected a body of 1 to $BODY_BYTES_MAX bytes" 64
  fi
  flush "$task/body"
  key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  [ "${#key}" -eq 32 ] || fail 'no random numbers'
  write_durably "$task" key "$key"
  flush .
  # Only now: what has been acknowledged must be on disk already. Sending is left to `resume`.
  printf '{"task":"%s","key":"%s"}\n' "$task" "$key"
}

# The moment in which a living process was born; nothing for a dead one. A process number alone
# would not do, as another process may have it by now.
born() { # process
  # A zombie (Z) is dead already, and only waits for its parent to look.
  if [ -r /proc/self/stat ]; then
    # The name, in brackets, may hold anything: cut it off.
    sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '$1 !~ /[ZX]/ { print $20 }'
  else
    ps -o stat= -o lstart= -p "$1" | awk '$1 !~ /Z/ { $1 = ""; gsub(/ /, "_"); print }'
  fi
}

attempts() { # task
  count=0
  while [ -e "$1/attempt.$((count + 1))" ]; do count=$((count + 1)); done
  echo "$count"
}

# One sender per task. Attempt N+1 belongs to the process that makes its file, and may begin only when
# the process of attempt N is gone. A dead process blocks nothing, as a flag that nobody takes back
# would, and its successor need not wait.
claim() { # task
  count=$(attempts "$1")
  if [ "$count" -gt 0 ]; then
    read -r process birth <"$1/attempt.$count" || return 1
    [ "$(born "$process")" != "$birth" ] || return 1
  fi
  # A link is made by one process alone, and with its content.
  ln "owner.$$" "$1/attempt.$((count + 1))" 2>/dev/null || return 1
  # Counted on disk before it is sent, so that no attempt is forgotten when we die while sending.
  flush "$1" || return 1
  # Another process may have settled the task between our list and our claim.
  [ ! -e "$1/state" ]
}

resume() {
  timeout=${ONCEGATE_REQUEST_TIMEOUT_MS:-5000}
  # Removed first: an older process of the same number may have linked its file into a task.
  rm -f "owner.$$"
  birth=$(born $$)
  [ -n "$birth" ] || fail 'cannot tell processes apart: neither /proc nor ps'
  echo "$$ $birth" >"owner.$$"
  trap 'rm -f "owner.$$"' EXIT
  for task in t*; do
    if [ -e "$task/key" ] && [ ! -e "$task/state" ] && claim "$task"; then
      state=$(send "$task")
      [ -z "$state" ] || write_durably "$task" state "$state"
    fi
  done
}

# Makes one attempt; prints the state that settles the task, or nothing while it stays pending.
send() { # task
  # One process and one connection for each attempt; no settings of the user (-q), no proxy, no
  # redirect, no repeats: so that one attempt is one request. --max-time bounds it as a whole.
  status=$(
    curl -q --silent --noproxy '*' --http1.1 --globoff \
      --max-time "$((timeout / 1000)).$(printf '%03d' "$((timeout % 1000))")" \
      --max-filesize "$ANSWER_BYTES_MAX" --output "$1/answer" --write-out '%{http_code}' \
      --header 'Content-Type: application/json' --header "Idempotency-Key: $(cat "$1/key")" \
      --header 'Expect:' --header 'Connection: close' --data-binary "@$1/body" \
      --url "$ONCEGATE_URL"
  ) || {
    # Refused, reset, cut off, timed out: the server may have done it or not. Keep the task.
    rm -f "$1/answer"
    return 0
  }
  case $status in
  # Hotel networks answer 200 as well: only the declared shape is an answer of our server.
  2??) ! has_id <"$1/answer" || echo completed ;;
  408 | 425 | 429) ;;
  # The server has refused this write for good. 409 and 422 say that our key belongs to another
  # body: sending again cannot help, and a new key would make a second record.
  4??) echo "stopped $status" ;;
  esac
  rm -f "$1/answer"
}

# Whether standard input is one JSON object with an `id`; a strict reader, so that half an answer or
# one with something behind it is no success.
has_id() {
  dd bs="$ANSWER_BYTES_MAX" count=1 2>/dev/null | awk '
    function token(pattern,   found) {
      sub(/^[ \t\r\n]+/, "", text)
      if (!match(text, "^(" pattern ")")) { bad = 1; return "" }
      found = substr(text, 1, RLENGTH)
      text = substr(text, RLENGTH + 1)
      return found
    }
    function value(depth,   first) {
      first = token("[[{]|" string "|" number "|true|false|null")
      if (depth > 64) bad = 1
      if (first == "{" || first == "[") members(first == "{", depth)
      return first
    }
    function members(object, depth,   name, first, end) {
      sub(/^[ \t\r\n]+/, "", text)
      end = object ? "}" : "]"
      if (substr(text, 1, 1) == end) { token("[]}]"); return }
      while (!bad) {
        if (object) { name = token(string); token(":") }
        first = value(depth + 1)
        if (object && depth == 0 && name == "\"id\"" && first != "null") id = 1
        if (token(object ? "[},]" : "[],]") == end) return
      }
    }
    BEGIN {
      string = "\"([^\"\\\\\001-\037]|\\\\[\"\\\\/bfnrt]|\\\\u" hex() hex() hex() hex() ")*\""
      number = "-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][-+]?[0-9]+)?"
    }
    function hex() { return "[0-9A-Fa-f]" }
    { text = text $0 "\n" }
    END {
      first = value(0)
      exit !(first == "{" && id && !bad && text ~ /^[ \t\r\n]*$/)
    }'
}

tasks() {
  for task in t*; do
    [ -e "$task/key" ] || continue
    state=pending
    [ ! -e "$task/state" ] || read -r state _ <"$task/state"
    printf '{"task":"%s","key":"%s","attempts":%d,"state":"%s"}\n' \
      "$task" "$(cat "$task/key")" "$(attempts "$task")" "$state"
  done
}

case "$#:${1-}" in
1:submit | 1:resume | 1:tasks)
  cd -- "$ONCEGATE_STATE_DIR"
  "$1"
  ;;
1:--help) usage ;;
*) usage >&2; exit 64 ;;
esac
