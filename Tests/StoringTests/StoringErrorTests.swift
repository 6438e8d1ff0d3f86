// SPDX-License-Identifier: Apache-2.0

import Storing
import Testing

struct StoringErrorTests {
  @Test(arguments: [
    (
      StoringError.refused(.run, SQLiteCode(rawValue: 2067)),
      "store: cannot run: constraint failed (SQLite code 2067)"
    ),
    (
      .newerSchema(found: 9, known: 2),
      "store: schema version is 9; expected at most 2; use the newer program"
    ),
    (
      .olderSchema(found: 1, known: 2),
      "store: schema version is 1; expected 2; open it for writing once"
    ),
    (.cutShort, "store: the file is cut off; restore it from a copy"),
    (.foreignStore, "store: the file is a database of another program"),
    (.notWritable, "store: the file cannot be written to"),
    (.unexpectedColumn(3), "store: column 3 holds another type than expected"),
  ])
  func `an error says what and what to do`(error: StoringError, text: String) {
    #expect(error.description == text)
  }
}
