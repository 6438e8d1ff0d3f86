// SPDX-License-Identifier: Apache-2.0

extension Topic {
  /// What a client may do beyond version 1 of the contract.
  static let contractOfCapabilities = """
    WHAT A CLIENT MAY DO BEYOND THAT

    Some promises need more than the commands above. A client that can do more says so; a case that
    needs what it does not announce is skipped, with that reason, and is never passed.

    client capabilities      what the client can do
      One line, exit status 0. Anything else, such as another status or a usage text, announces nothing:
      a client of version 1 need not know this command. Names that oncegate does not know are ignored.
        out:  {"capabilities":["credentials","accounts","clock","cancel","kill-points","records"]}

    credentials: the client sends a token with each attempt
      ONCEGATE_CREDENTIAL      the token of now, for Authorization: Bearer TOKEN
      It may be another one for each command. An attempt carries that of the command that makes it,
      never one that was stored with the task. 401 then says that the token is over: the task stays
      pending.

    accounts: the client knows who is signed in
      ONCEGATE_ACCOUNT         the account that is signed in now
      A task belongs to the account of its submit. As long as another one is signed in, resume and due
      send nothing of it, it stays pending, and tasks lists it all the same.

    clock: the client takes the time from the gate
      ONCEGATE_NOW             the time in seconds since 1970, for everything that the client reckons
      ONCEGATE_KEY_LIFETIME_SECONDS
                               how long the server keeps a key; not set where it does not say
      client due               what the app does when a timer fires: try each task whose waiting time is
                               over at ONCEGATE_NOW, and leave the others alone; exit status 0
      resume tries every task, as ever, and its attempts begin waiting times too. Real time does not
      count.
        a failed attempt      is due again later, not at the same second, and after a day at most; not
                              always equally long after equally many attempts
        Retry-After           up to 600 seconds, or a date as near: not due sooner. Longer ones may be
                              cut; whatever the server says, the task is due after a day
        a task that may have reached the server longer ago than ONCEGATE_KEY_LIFETIME_SECONDS
                              neither resume nor due sends it: the server may have forgotten the key
                              and would do the work twice. It is stopped, for the user to decide. A
                              refused connection has reached nobody: waiting for a network costs nothing

    cancel: the user can take an action back
      client cancel TASK       TASK is the name that submit gave it; exit status 0 in any case
        a task that has reached nobody
                              it is stopped, or gone from tasks, and never sent
        one that may be committed
                              it stays in tasks: either it goes on until it is settled, or it is stopped
                              and never sent again. Nobody can undo what was done
        one that is completed it stays so

    kill-points: the client can be made to crash where nobody else can see it
      ONCEGATE_KILL_AT         where this command ends itself by SIGKILL, as soon as it gets there; a
                               command that does not get there ends as ever
        claim-stored           the attempt is counted, and what says that this process sends the task is
                               in the store; nothing has been sent
        before-marked          the answer has been read, or there is none; the store does not say so yet

    records: the client knows what a write is about
      ONCEGATE_RECORD          what this submit is about; not set where it is about nothing that matters
      Writes on one record arrive in the order of their submits: none is sent while an earlier one on
      that record is pending. Writes on other records do not wait for them.
    """
}
