#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

// An optimistic screen: it shows what the user wished before the server has confirmed it.

import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'

const USAGE = `usage: subject.mjs

Reads a JSON object per line and answers each with a JSON object on a line of its own.
`

class Screen {
  session = null
  // By ID. A row is no identity: rows are sorted and filtered while a write is in flight. A map, as
  // a plain object would take a record named '__proto__' for something else.
  records = new Map()
  syncs = 0

  // A new session keeps nothing of the old one. That alone also makes its late answers harmless, as
  // their tickets are now unknown.
  load(session, records) {
    this.session = session
    this.records = new Map(Object.entries(records).map(([name, value]) => [
      // `visible` differs from `confirmed` only while a write runs. `ticket` is that write: the
      // ticket itself and not a flag beside it, because a flag and a ticket can disagree.
      name, { confirmed: value, visible: value, ticket: null, needsSync: false },
    ]))
  }

  // Begins a write and returns its ticket, or null where the tap is intercepted.
  tap(name, value) {
    const record = this.records.get(name)
    if (!record || !isEnabled(record)) return null
    record.visible = value
    // Never used before, in no session and no run: an old answer can never fit by accident.
    record.ticket = randomUUID()
    return record.ticket
  }

  respond(ticket, outcome, value) {
    const record = [...this.records.values()].find((each) => each.ticket === ticket)
    if (!record || ticket === null) return // Late, repeated, or of an old session.
    record.ticket = null
    // The server's value, not the wish: it may have decided otherwise.
    if (outcome === 'saved') record.confirmed = value
    if (outcome === 'unknown') {
      // It may be committed or not. Writing again could do it twice, so the record is locked until
      // it has been read; asked for once, here and nowhere else.
      record.needsSync = true
      this.syncs += 1
    }
    // After a rejection, and while nothing is known, this takes the wish back.
    record.visible = record.confirmed
  }

  sync(session, name, outcome, value) {
    const record = this.records.get(name)
    // Where nobody waits for it, an older read must not win over a newer write.
    if (session !== this.session || !record?.needsSync) return
    if (outcome === 'failed') {
      this.syncs += 1 // Stays locked, and asks again.
      return
    }
    record.confirmed = record.visible = value
    record.needsSync = false
  }

  shown() {
    return Object.fromEntries([...this.records].map(([name, record]) => [name, {
      confirmed: record.confirmed,
      visible: record.visible,
      pending: record.ticket !== null,
      enabled: isEnabled(record),
      needsSync: record.needsSync,
    }]))
  }
}

// Derived and never stored, so that the control cannot disagree with the record.
const isEnabled = (record) => record.ticket === null && !record.needsSync

if (process.argv.length > 2) {
  const wished = process.argv[2] === '--help'
  process[wished ? 'stdout' : 'stderr'].write(USAGE)
  process.exit(wished ? 0 : 64)
}

const screen = new Screen()
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const event = JSON.parse(line)
  const reply = {}
  switch (event.do) {
    case 'load': screen.load(event.session, event.records); break
    case 'tap': reply.ticket = screen.tap(event.record, event.value); break
    case 'respond': screen.respond(event.ticket, event.outcome, event.value); break
    case 'sync': screen.sync(event.session, event.record, event.outcome, event.value); break
    case 'arrange': break // Rows move, and records do not care.
    default:
      console.error('subject: unknown request')
      process.exit(64)
  }
  // In step: whoever sends the next line waits for this one.
  process.stdout.write(`${JSON.stringify({ ...reply, records: screen.shown(), syncs: screen.syncs })}\n`)
}
