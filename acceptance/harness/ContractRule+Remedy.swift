// SPDX-License-Identifier: Apache-2.0

import AcceptanceModel

extension ContractRule {
  /// What to do so that the rule is kept, in one line without a full stop.
  package var remedy: String {
    switch self {
    case .commandNotFound: "name the program by its path, such as ./client, or by a name on PATH"
    case .notExecutable: "set its executable bit: chmod +x"
    case .isFolder: "name the program that lies in the folder"
    case .noInterpreter:
      "correct the path behind '#!'; '#!/usr/bin/env NAME' looks the name up on PATH"
    case .unknownFormat:
      "begin a script with a line such as '#!/bin/sh'; build a program for this machine"
    case .cannotStart: "look at this machine's limits: processes, memory, length of arguments"
    case .exitStatus:
      "run the command yourself and read what it says on standard error; 126 and 127 mostly mean "
        + "that a program which it needs was not found; a lost network is no reason for a failure"
    case .killedBySignal: "run the command yourself and look for the crash"
    case .hang:
      "end as soon as the command is done, also without a network; no run loop, no prompt. "
        + "\"commandTimeoutSeconds\" in oncegate.json sets the limit"
    case .closedOutputAndHung: "end the process, not only its output"
    case .endlessOutput: "write the contract's lines alone; anything else goes to standard error"
    case .noAnswer: "answer every line, and flush the output after each answer"
    case .unaskedLine: "write one line for each request; anything else goes to standard error"
    case .noLine:
      "when the task is stored, write {\"task\":\"...\",\"key\":\"...\"} and a line break"
    case .moreThanOneLine: "write that one line; anything else goes to standard error"
    case .lineTooLong: "write the contract's members alone, in at most 65536 bytes a line"
    case .notUTF8: "encode the output as UTF-8"
    case .notJSON: "write one JSON object a line; anything else goes to standard error"
    case .notAnObject: "write an object in braces, no list and no bare value"
    case .taskMissing: "add \"task\": your own name for the task"
    case .keyMissing: "add \"key\": the idempotency key, made when the task is stored"
    case .attemptsMissing: "add \"attempts\": how many sends were begun, a whole number"
    case .stateMissing: "add \"state\": pending, completed or stopped"
    case .recordsMissing: "add \"records\": an object with every record of the session"
    case .memberMissing:
      "give each record confirmed, visible, pending, enabled and needsSync; each answer records "
        + "and syncs; the answer to a tap ticket as well, which may be null"
    case .wrongType: "compare the line 'back' with the types in 'oncegate help contract'"
    case .emptyTask: "give each task a name of its own, such as a UUID"
    case .keyMalformed: "take a UUID, or another token without spaces"
    case .unknownState: "translate your own states to pending, completed and stopped"
    case .listedTwice: "list each task once, as it is now"
    case .endedEarly: "read lines until the input is at its end, and answer each of them"
    case .leftProcess: "wait for what you start, or end it: no daemon, no '&' in a script"
    }
  }
}
