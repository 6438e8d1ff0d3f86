// SPDX-License-Identifier: Apache-2.0

extension Topic {
  /// What a subject may do beyond version 1 of the contract.
  static let contractOfSubjectCapabilities = """
    WHAT A SUBJECT MAY DO BEYOND THAT

    A subject that can do more says so when it is asked, in a process of its own; a case that needs
    what it does not announce is skipped, with that reason. A subject of version 1 need not know these
    requests: whatever it does when it is asked announces nothing.

    {"do":"capabilities"}
      out:  {"capabilities":["delete","cancel-write","list-read"]}

    Each of the other requests is answered as those above.

    delete: records come and go
      {"do":"delete","record":"r1"}
        The record is gone. No answer and no re-read that comes later brings it back.
      {"do":"insert","record":"r1","value":true}
        The session has a record more, in its last row, with the server's value; its control can be
        used. What was begun for a deleted record of that name does not touch it.

    cancel-write: the user takes a write back while it is in flight
      {"do":"cancel","ticket":"..."}
        The server may have committed the write already: what follows is what follows an unknown
        outcome, never a rejection. Where the write is not in flight any more, nothing changes.

    list-read: many records are read at once, as by a pull to refresh
      {"do":"start-list-read","read":"q1"}
        The read begins; nothing changes.
      {"do":"end-list-read","read":"q1","records":{"r1":false,"r2":true}}
        The read brings what the server held when it began. A record takes its value where nothing has
        happened to it since: one that was tapped, answered, re-read or inserted keeps what it has, and
        so does one that is saving or locked. No record is added. In another session nothing changes.

    """
}
