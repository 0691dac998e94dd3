import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { type ParsedEmail, parseEmail } from './parse-email.ts'

/** A mail server on loopback that stores every e-mail as a file, for development. */
export interface Mailbox {
  /** For `SMTP_URL`. */
  readonly url: string
  stop(): Promise<void>
}

/** An e-mail of a mailbox. */
export interface StoredEmail extends ParsedEmail {
  /** The name of its file, which tells e-mails apart. */
  readonly id: string
  readonly receivedAt: Date
}

const MAX_SHOWN = 200
const MAX_BYTES = 1_000_000

/** Starts the mailbox of a data folder; e-mails of earlier starts stay in it. Its files are readable by their owner alone. */
export async function openMailbox(dataDir: string): Promise<Mailbox> {
  const folder = folderOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: MAX_BYTES,
    closeTimeout: 1,
    onData: (stream, _session, done) => callbackify(async () => store(folder, await buffer(stream)))(done),
  })
  // A client that disconnects is no server error.
  server.on('error', () => {})
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with one.
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise((resolve) => server.close(resolve)) }
}

/** The e-mails of a data folder's mailbox, newest first, at most two hundred; none where there is no mailbox. */
export async function readMailbox(dataDir: string): Promise<StoredEmail[]> {
  const folder = folderOf(dataDir)
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING))
  const newest = names.toSorted().toReversed().slice(0, MAX_SHOWN)
  return Promise.all(newest.map((name) => readStored(folder, name)))
}

const ENDING = '.eml'
/** Orders e-mails of one millisecond. */
let stored = 0

const folderOf = (dataDir: string): string => join(dataDir, 'mail')

/** A reader never sees half an e-mail: the file appears whole. */
async function store(folder: string, raw: Buffer): Promise<void> {
  const path = join(folder, `${Date.now()}-${String((stored += 1)).padStart(6, '0')}`)
  await writeFile(path, raw, { mode: 0o600 })
  await rename(path, `${path}${ENDING}`)
}

async function readStored(folder: string, name: string): Promise<StoredEmail> {
  const id = name.slice(0, -ENDING.length)
  const raw = await readFile(join(folder, name), 'utf8')
  return { id, receivedAt: new Date(Number(id.split('-')[0])), ...parseEmail(raw) }
}
