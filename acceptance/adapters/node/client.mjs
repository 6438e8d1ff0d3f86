#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0

// An offline write queue in plain files, without a package.
//
//   t000001/body        the bytes that the user submitted
//   t000001/key         the key; written last, and with it the task exists
//   t000001/attempt-N   who makes or made attempt N: the claim, and the count of attempts
//   t000001/state       'completed', or 'stopped' and why; no such file while the task is pending
//
// `body` and `key` are written once and never again, so that no retry can change what it repeats.

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync, existsSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, readdirSync,
  renameSync, rmSync, writeSync,
} from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createConnection, createServer } from 'node:net'

const USAGE = `usage: client.mjs submit | resume | tasks

  submit  keeps the body on standard input as a task, and prints its task and key
  resume  tries every unfinished task now
  tasks   prints every task, a line each

environment: ONCEGATE_URL, ONCEGATE_STATE_DIR, ONCEGATE_REQUEST_TIMEOUT_MS
`
const BODY_BYTES_MAX = 1_048_576
const ANSWER_BYTES_MAX = 65_536

// What is renamed or linked is durable only when its folder has been flushed too.
function flush(path) {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

// Either the whole file is there, or none of it: a half-written key or state would be a lie.
function writeDurably(folder, name, bytes) {
  const draft = `${folder}/${name}.${randomUUID()}`
  const file = openSync(draft, 'wx')
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
  fsyncSync(file)
  closeSync(file)
  renameSync(draft, `${folder}/${name}`)
  flush(folder)
}

// A folder without a key is a submit that died before it was acknowledged.
const tasks = () => readdirSync('.').filter((name) => existsSync(`${name}/key`)).sort()
const read = (task, name) => readFileSync(`${task}/${name}`, 'utf8')
const isSettled = (task) => existsSync(`${task}/state`)

function attempts(task) {
  let count = 0
  while (existsSync(`${task}/attempt-${count + 1}`)) count += 1
  return count
}

function submit(body) {
  let number = 1
  // Making a folder is exclusive: of two processes, one gets the number.
  for (;; number += 1) {
    try {
      mkdirSync(`t${String(number).padStart(6, '0')}`)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
  const task = `t${String(number).padStart(6, '0')}`
  const key = randomUUID()
  // The body is kept as it is: whoever parses it and writes it again sends other bytes.
  writeDurably(task, 'body', body)
  writeDurably(task, 'key', Buffer.from(key))
  flush('.')
  // Only now: what has been acknowledged must be on disk already. Sending is left to `resume`.
  console.log(JSON.stringify({ task, key }))
}

// One sender per task. Attempt N+1 belongs to the process that makes its file, and may begin only
// when the process of attempt N is gone. Each process listens on a socket of its own, which the
// system closes when the process dies, however it dies: so a successor can send at once. (A process
// number would not do, as another process may have it by now. Node has no file lock.)
async function claim(task, owner) {
  const count = attempts(task)
  if (count > 0 && await isAlive(read(task, `attempt-${count}`))) return false
  try {
    linkSync(`${owner}.name`, `${task}/attempt-${count + 1}`)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  // Counted on disk before it is sent, so that no attempt is forgotten when we die while sending.
  flush(task)
  // Another process may have settled the task between our list and our claim.
  return !isSettled(task)
}

function isAlive(owner) {
  return new Promise((resolve) => {
    const socket = createConnection(owner)
    socket.on('connect', () => { socket.destroy(); resolve(true) })
    socket.on('error', (error) => resolve(!['ECONNREFUSED', 'ENOENT'].includes(error.code)))
  })
}

async function resume(url, timeoutMilliseconds) {
  const owner = `owner-${randomUUID()}`
  const alive = createServer((socket) => socket.destroy()).listen(owner)
  await once(alive, 'listening')
  writeDurably('.', `${owner}.name`, Buffer.from(owner))
  for (const task of tasks()) {
    if (isSettled(task) || !await claim(task, owner)) continue
    const state = await send(url, timeoutMilliseconds, read(task, 'key'), readFileSync(`${task}/body`))
    if (state) writeDurably(task, 'state', Buffer.from(state))
  }
  rmSync(`${owner}.name`)
  alive.close()
}

// Makes one attempt; returns the state that settles the task, or nothing while it stays pending.
async function send(url, timeoutMilliseconds, key, body) {
  const options = {
    method: 'POST',
    // A connection of its own for each attempt: a used one may be gone, and then nobody knows what
    // has arrived. This client uses no proxy, follows no redirect and repeats nothing by itself,
    // all of which `fetch` may do.
    agent: false,
    headers: {
      'Content-Type': 'application/json', 'Content-Length': body.length, 'Idempotency-Key': key,
    },
    // For the attempt as a whole; a limit that starts anew with each byte might never be reached.
    signal: AbortSignal.timeout(timeoutMilliseconds),
  }
  try {
    const request = (url.startsWith('https:') ? https : http).request(url, options)
    request.end(body)
    const [response] = await once(request, 'response')
    request.on('error', () => {}) // The answer reports it as well.
    const chunks = []
    let length = 0
    for await (const chunk of response) {
      length += chunk.length
      if (length > ANSWER_BYTES_MAX) return undefined
      chunks.push(chunk)
    }
    return response.complete ? judge(response.statusCode, Buffer.concat(chunks)) : undefined
  } catch {
    // Refused, reset, timed out: the server may have done it or not. Keep the task.
    return undefined
  }
}

function judge(status, answer) {
  if (status >= 200 && status < 300) {
    // Hotel networks answer 200 as well: only the declared shape is an answer of our server.
    try {
      return (JSON.parse(answer.toString())?.id ?? null) === null ? undefined : 'completed'
    } catch {
      return undefined
    }
  }
  // The server has refused this write for good. 409 and 422 say that our key belongs to another
  // body: sending again cannot help, and a new key would make a second record.
  if (status >= 400 && status < 500 && ![408, 425, 429].includes(status)) return `stopped ${status}`
  return undefined
}

async function readBody() {
  const chunks = []
  let length = 0
  for await (const chunk of process.stdin) {
    length += chunk.length
    if (length > BODY_BYTES_MAX) break
    chunks.push(chunk)
  }
  if (length > 0 && length <= BODY_BYTES_MAX) return Buffer.concat(chunks)
  console.error(`submit: expected a body of 1 to ${BODY_BYTES_MAX} bytes`)
  process.exit(64)
}

const command = process.argv.length === 3 ? process.argv[2] : ''
if (!['submit', 'resume', 'tasks'].includes(command)) {
  process[command === '--help' ? 'stdout' : 'stderr'].write(USAGE)
  process.exit(command === '--help' ? 0 : 64)
}
// Names are relative from here on, because the path of a socket may have about 100 bytes only.
process.chdir(process.env.ONCEGATE_STATE_DIR)
if (command === 'submit') submit(await readBody())
if (command === 'resume') {
  await resume(process.env.ONCEGATE_URL, Number(process.env.ONCEGATE_REQUEST_TIMEOUT_MS || 5000))
}
if (command === 'tasks') {
  for (const task of tasks()) {
    const state = isSettled(task) ? read(task, 'state').split(' ')[0] : 'pending'
    const line = { task, key: read(task, 'key'), attempts: attempts(task), state }
    console.log(JSON.stringify(line))
  }
}
