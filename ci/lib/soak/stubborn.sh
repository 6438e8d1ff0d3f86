#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# usage: stubborn.sh KIND NAME SECONDS
# A case that is hard to stop. Its last act, if it comes to its end, is a file of its name in $SOAK_MARKS.
kind=$1 name=$2 seconds=$3

finish() {
  : >"$SOAK_MARKS/$name"
  exit 0
}
long=1000

case $kind in
  quick) finish ;;
  failing) exit 1 ;;
  slow) ;;
  deaf) trap '' TERM INT HUP QUIT ;;
  # It would clean up, and takes its time over it.
  tidy) trap 'sleep 1; rm -f "$TMPDIR/half-done"; exit 1' TERM; : >"$TMPDIR/half-done" ;;
  # It takes the request to end for a request to finish.
  eager) trap finish TERM ;;
  family) sleep $long & sleep $long & (trap '' TERM; sleep $long) & ;;
  crowd) for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do sleep $long & done ;;
  # In a group of its own.
  group) timeout $long sleep $long & timeout $long sh -c "trap '' TERM; sleep $long" & ;;
  session) setsid sleep $long & setsid sh -c "trap '' TERM HUP INT; sleep $long & wait; sleep $long" & ;;
  # Their parents have ended: they belong to nobody.
  daemon) (setsid sh -c "trap '' TERM HUP; (setsid sleep $long &) ; sleep $long" >/dev/null 2>&1 &) ;;
  # Whoever kills one of them only has another one to kill.
  phoenix) (setsid sh -c "trap '' TERM; while :; do sh -c 'trap \"\" TERM; sleep $long'; done" &) ;;
  stopped) sleep $long & kill -STOP $!; (setsid sh -c 'kill -STOP $$; sleep 1' &) ;;
  # It stops itself, and so does not even hear that it is to end.
  frozen) kill -STOP $$ ;;
  # Nothing in its environment tells where it comes from.
  nameless) (setsid env -i /bin/sleep $long &) ; env -i /bin/sleep $long & ;;
  # What it leaves cannot be removed just so; a socket that somebody listens on is among it.
  litter)
    mkdir -p "$TMPDIR/a/b" "$HOME/c" && : >"$TMPDIR/a/b/file" && chmod 0 "$TMPDIR/a/b" "$HOME/c"
    cd "$TMPDIR" && python3 -c '
import os, socket
listener = socket.socket(socket.AF_UNIX)
listener.bind("socket")
listener.listen()
os.setsid() if os.fork() == 0 else None
listener.accept()' &
    ;;
  # It ends well, but what it has started does not.
  leaving) setsid sleep $long & finish ;;
  # It waits for leave to go on.
  waiting) while ! [ -e "$SOAK_MARKS/go" ]; do sleep 0.05; done; finish ;;
  *) exit 99 ;;
esac
# The shell takes a signal only between two commands; a sleep that is waited for is left at once.
sleep "$seconds" & wait $!
finish
