// SPDX-License-Identifier: Apache-2.0

extension Topic {
  static let contract = Topic(
    name: "contract",
    summary: "what a client and a subject of yours have to do, with examples"
  ) {
    [
      contractOverview, contractOfClients, contractOfCapabilities, contractOfSubjects,
      contractOfSubjectCapabilities,
      contractBreaches,
    ]
    .joined(separator: "\n\n")
  }

  private static let contractOverview = """
    Two small programs put your code through the gate: a client around your offline queue, and a
    subject around the state that your user sees. Write them in any language; they call your code and
    translate. One of them alone is enough: for the other, oncegate takes its own.
    'oncegate init' writes both as skeletons. This is version 1 of the contract.
    """

  private static let contractOfClients = """
    THE CLIENT: one process per command, because an app starts, may be killed, and starts again

    environment:
      ONCEGATE_CONTRACT             1
      ONCEGATE_URL                  where to send writes, such as http://127.0.0.1:40123/items
      ONCEGATE_STATE_DIR            the folder to keep everything in: empty at first, the same for all
                                    commands of one case; another case has another one
      ONCEGATE_REQUEST_TIMEOUT_MS   how long one attempt may take altogether, in milliseconds; by hand
                                    it may be missing: take 5000

    client submit      the user acts; the body is on standard input, UTF-8 JSON
      Store one task so that it outlives a crash: the body byte by byte, a task ID, and an idempotency
      key of its own, even where the content was submitted before. Then write one line and exit 0. The
      network decides nothing here: mostly there is none. Sending may begin at once, but only after the
      task is stored.
        out:  {"task":"t1","key":"5f1c9a70-6c1d-4d6e-9b5f-0c7b5d0e2a11"}
      The key is 1 to 255 printable ASCII characters without spaces.

    client resume      what the app does on launch, and when the network returns
      Try every unfinished task now, whatever its waiting time, and end with exit status 0, whatever
      came of it. Each attempt is a POST (or what the profile says) to ONCEGATE_URL with the stored
      bytes and the stored key, in the header field Idempotency-Key (or where the profile says).
        explicit success                        the task is completed
        no answer, half an answer, 408, 425,
          429, 5xx, or a body that is no
          success of your server                nobody knows: keep the task, same key, same bytes
        409: the key has another body           stop: never send by itself again, keep for diagnosis
        another 4xx                             stop, and keep for diagnosis

    client tasks       what the app knows
      A line for each task; completed ones may be listed or left out. Stopped ones are listed.
        out:  {"task":"t1","key":"5f1c9a70-6c1d-4d6e-9b5f-0c7b5d0e2a11","attempts":2,"state":"pending"}
      attempts counts the sends that were begun; state is pending, completed or stopped.

    In queue.relaunch the process that runs resume is killed while the server holds back its answer,
    and resume is called again. For an app that is no child process, as in a simulator, "terminate" in
    oncegate.json names the command that ends it.
    """

  private static let contractOfSubjects = """
    THE SUBJECT: one process that answers each line of standard input with a line

      {"do":"load","session":"s1","records":{"r1":false,"r2":true}}
          A new session with the server's values; it replaces everything, also where the same account
          comes back. No session's name comes twice.
      {"do":"tap","record":"r1","value":true}
          The user wishes a value. The reply has "ticket": a new one, because a write begins, also where
          the value is shown already; or null where the tap is intercepted.
      {"do":"respond","ticket":"k1","outcome":"saved","value":true}
          The write of that ticket ended: "saved" with the server's value, "rejected", or "unknown". It
          may come late, again, or from an old session; then it changes nothing.
      {"do":"sync","session":"s1","record":"r1","outcome":"read","value":true}
          A re-read that the subject had asked for ended: "read" with the server's value, or "failed".
      {"do":"arrange","order":["r2","r1"]}
          The rows were sorted or filtered. Records stay what they are.

    Every reply shows every record of the session, and counts the re-reads that were asked for since
    the process started; the reply to a tap has its ticket too:

      {"records":{"r1":{"confirmed":false,"visible":true,"pending":true,"enabled":false,
       "needsSync":false}},"syncs":0,"ticket":"k1"}          (on one line)

      confirmed   what the server said last            enabled     the control can be used
      visible     what the user sees                   needsSync   unknown: to be re-read before a write
      pending     a write is in flight: true or false, or its ticket or null

    What happens to a record; values are true and false:

      event                 confirmed    visible      pending  enabled  needsSync   and
      load                  the server's the server's false    true     false
      tap                   stays        the wish     true     false    false       a new ticket
      tap while pending,
        or needsSync        stays        stays        stays    stays    stays       ticket null
      saved                 the server's the server's false    true     false
      rejected              stays        confirmed    false    true     false
      unknown               stays        confirmed    false    false    true        syncs + 1
      sync read             the server's the server's false    true     false
      sync failed           stays        stays        false    false    true        syncs + 1
      an answer of another ticket or session, or a sync that nobody waits for: nothing changes

    Flush after every line: the next one comes only when the reply is there.
    """

  private static let contractBreaches = """
    BOTH
      A line is one JSON object in UTF-8, at most 65536 bytes. Members of other names are ignored, and
      so is standard error. Nothing that a program writes is stored or shown. Whatever a command has
      started ends with it. A script needs a first line such as '#!/bin/sh' and its executable bit.

      A command that does something else (no line, no JSON, another exit status, a hang) breaks the
      contract. That is an error of the case, which names the command and the rule: never a pass, and
      never a failed promise either. 'oncegate doctor --client COMMAND' (or --subject) walks through the
      contract with your program and says what to do; 'oncegate run queue.disconnect' is the first case.
    """
}
