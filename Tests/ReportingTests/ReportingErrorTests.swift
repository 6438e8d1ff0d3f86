// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Reporting

struct ReportingErrorTests {
  static let wordings: [(ReportingError, String)] = [
    (
      .folderIsNoFolder(path: "out"),
      "'out' is no folder; move it away, or name another folder with --report-dir"
    ),
    (
      .folderNotWritable(path: "out", code: 13),
      "'out' cannot be written to: Permission denied; name another folder with --report-dir"
    ),
    (
      .folderInUse(path: "out"),
      "'out' is in use by another run; "
        + "wait for its end, or name another folder with --report-dir"
    ),
    (
      .notAnOrdinaryFile(path: "/dev/full"),
      "'/dev/full' is no ordinary file and is not replaced; name another path"
    ),
    (
      .notWritten(path: "out/run.json", code: 28),
      "'out/run.json' could not be written: No space left on device"
    ),
    (
      .notRead(path: "run.json", code: 2),
      "'run.json' could not be read: No such file or directory"
    ),
    (
      .xmlRefused(function: "xmlTextWriterFlush"),
      "libxml2 failed in xmlTextWriterFlush"
    ),
    (
      .notWellFormed(path: "a.xml", line: 3, code: 76),
      "'a.xml':3: no well-formed XML, libxml2 error 76"
    ),
    (
      .shapeBroken(path: "a.xml", line: 3, code: 1871),
      "'a.xml':3: not the shape of a report, libxml2 error 1871"
    ),
    (
      .readBackDiffers(path: "a.xml", what: .counts),
      "'a.xml' holds other counts than were written; was it changed during the run?"
    ),
    (
      .readBackDiffers(path: "a.xml", what: .cases),
      "'a.xml' holds other cases than were written; was it changed during the run?"
    ),
    (
      .readBackDiffers(path: "a.xml", what: .verdicts),
      "'a.xml' holds other verdicts than were written; was it changed during the run?"
    ),
    (
      .notARecord,
      "not the record of a run; expected the run.json of a report folder"
    ),
    (
      .malformed(path: "a.xml", line: 3, words: "Premature end of data"),
      "'a.xml':3: no well-formed XML: Premature end of data"
    ),
    (
      .documentTypeRefused(path: "a.xml", line: 2),
      "'a.xml':2: a document type (DOCTYPE) is refused; remove it"
    ),
    (
      .notJUnit(path: "a.xml", line: 1),
      "'a.xml':1: no JUnit file; expected 'testsuites' or 'testsuite' as the root"
    ),
    (
      .tooManyCases(path: "a.xml", most: 20),
      "'a.xml' has more than 20 test cases, with those of the files before it"
    ),
    (
      .tooManySuites(path: "a.xml", most: 20),
      "'a.xml' has more than 20 suites, with those of the files before it"
    ),
    (.changedMeanwhile(path: "a.xml"), "'a.xml' was changed while it was read; try again"),
    (
      .recordsDiffer(member: "commit"),
      "the reports differ in 'commit'; expected parts or repeats of one run"
    ),
    (
      .recordsDiffer(member: "seed"),
      "the reports differ in 'seed'; expected parts or repeats of one run, each with the same --seed"
    ),
    (
      .recordMalformed(member: "header.seed"),
      "the record of a run is damaged at 'header.seed'"
    ),
    (
      .recordBroken(byte: 12, .endsEarly),
      "the record of a run is damaged at byte 12: it ends too early"
    ),
    (
      .recordBroken(byte: 12, .wrongBracket),
      "the record of a run is damaged at byte 12: a bracket closes another kind"
    ),
    (
      .recordBroken(byte: 12, .tooDeep),
      "the record of a run is damaged at byte 12: more than 64 brackets are open"
    ),
    (
      .recordBroken(byte: 12, .caseTooLarge),
      "the record of a run is damaged at byte 12: a case has more than 16777216 bytes"
    ),
    (
      .recordBroken(byte: 12, .frameTooLarge),
      "the record of a run is damaged at byte 12: there are more than 16777216 bytes besides the cases"
    ),
    (
      .recordVersion(found: 2, newest: 1),
      "the record of a run has version 2; this program reads versions up to 1"
    ),
    (
      .notRead(path: "a\u{1b}[31m\nb", code: 2),
      "'a b' could not be read: No such file or directory"
    ),
  ]

  @Test(arguments: wordings)
  func `an error says where, what and what can be done`(error: ReportingError, words: String) {
    #expect(error.description == words)
  }
}
