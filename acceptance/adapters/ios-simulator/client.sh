#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The client contract for an app in the iOS simulator: a recipe.
#
# NOT TRIED: this was written and tested on Linux, where no simulator exists, against a stand-in for
# `xcrun`. Not tried are: the real `simctl`, how fast an app starts, what happens to an app whose
# `simctl launch --console` is killed, and any app.
#
# What the app must do, in a test build alone. It is started with the arguments
#
#   --oncegate submit|resume|tasks --oncegate-answer FILE [--oncegate-body FILE]
#
# and with ONCEGATE_URL, ONCEGATE_STATE_DIR (a folder in its data container, in which its queue's store
# belongs) and ONCEGATE_REQUEST_TIMEOUT_MS in its environment. It carries the command out with the queue
# that it always uses, writes what a client would print to a temporary file beside FILE, renames that to
# FILE, and calls exit(0). For `resume` FILE is empty.

set -eu
export LC_ALL=C
umask 077

usage() {
  cat <<'END'
usage: client.sh DEVICE BUNDLE-ID submit | resume | tasks | terminate

  DEVICE     a simulator's UDID, or 'booted'
  BUNDLE-ID  the installed app, such as com.example.app
  terminate  ends the app; the gate runs it where it would kill another client

In oncegate.json, for `oncegate run --suite gate 'queue.*'`:

  {
    "client": "acceptance/adapters/ios-simulator/client.sh booted com.example.app",
    "terminate": "acceptance/adapters/ios-simulator/client.sh booted com.example.app terminate",
    "pass": ["DEVELOPER_DIR"],
    "jobs": 1
  }

An app runs once in a simulator, so that cases must not run at the same time: "jobs" is 1.

Not tried: written and tested without a simulator, against a stand-in for 'xcrun'.
END
}

fail() { echo "client.sh: $1" >&2; exit 1; }

# Where the app keeps its tasks for this case. The container outlives the case and ONCEGATE_STATE_DIR does
# not, so each case gets a folder of its own in the container; its name is kept in ONCEGATE_STATE_DIR.
# The gate does not clean the container: erase the simulator or delete its folder 'oncegate' for that.
find_folder() {
  container=$(xcrun simctl get_app_container "$device" "$bundle" data) ||
    fail 'the app has no data container; is the simulator booted, and the app installed?'
  mark=$ONCEGATE_STATE_DIR/simulator-folder
  if [ ! -s "$mark" ]; then
    od -An -N16 -tx1 /dev/urandom | tr -d ' \n' >"$mark.$$"
    mv "$mark.$$" "$mark"
  fi
  folder=$container/Library/oncegate/$(cat "$mark")
  mkdir -p "$folder/state"
}

# Starts the app with a command and waits until it has ended, which `--console` does. A running app is
# ended first: a command of the contract is a process of its own.
launch() { # command [body]
  answer=$folder/answer.$$
  set -- --oncegate "$1" --oncegate-answer "$answer" ${2+--oncegate-body "$2"}
  SIMCTL_CHILD_ONCEGATE_CONTRACT=${ONCEGATE_CONTRACT:-1} \
  SIMCTL_CHILD_ONCEGATE_URL=$ONCEGATE_URL \
  SIMCTL_CHILD_ONCEGATE_STATE_DIR=$folder/state \
  SIMCTL_CHILD_ONCEGATE_REQUEST_TIMEOUT_MS=${ONCEGATE_REQUEST_TIMEOUT_MS:-5000} \
    xcrun simctl launch --console --terminate-running-process "$device" "$bundle" "$@" \
    </dev/null >/dev/null 2>&1 || true
  # The status of `simctl` says whether the app was launched. What it did is in its answer, and an app
  # that died has left none.
  [ -e "$answer" ] || fail 'the app ended without an answer'
  cat "$answer"
  rm -f "$answer"
}

if [ "$#" -ne 3 ]; then
  [ "$*" = --help ] || { usage >&2; exit 64; }
  usage
  exit
fi
device=$1
bundle=$2

# The gate gives each case a HOME of its own, and `simctl` finds its simulators through the user's.
HOME=$(eval "echo ~$(id -un)")
export HOME

case $3 in
submit)
  find_folder
  # The app cannot read our standard input. The file is the app's to read and ours to delete; what the
  # user submitted is durable only when the app has stored it and answered.
  body=$folder/body.$$
  cat >"$body"
  launch submit "$body"
  rm -f "$body"
  ;;
resume | tasks)
  find_folder
  launch "$3"
  ;;
terminate) xcrun simctl terminate "$device" "$bundle" >/dev/null 2>&1 || true ;;
*)
  usage >&2
  exit 64
  ;;
esac
