import { startFiles, type StartMailbox, type StartStatus } from '@gateway/api/development/start-status'
import { readMailbox } from '@gateway/devnet/mail/mailbox'
import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DevSources } from './dev-sources.ts'
import { keepJson } from './kept-json.ts'
import { readParts } from './read-parts.ts'
import { readWallets } from './read-wallets.ts'
import { startFolderIn } from './start-folder.ts'
import { shownFolder } from './start-options.ts'

/** The publisher of the start page's files. */
export interface StartPublisher {
  /** Ends once a running round is done. */
  stop(): Promise<void>
}

const INTERVAL_MS = 2_000
/** Balances are read every so many rounds: scanning for them is work for the node. */
const ROUNDS_OF_BALANCES = 5

/** Writes what the start page and the mailbox show, now and every two seconds, readable by their owner alone, because they contain a key and a password. */
export async function publishStart(sources: DevSources): Promise<StartPublisher> {
  const abort = new AbortController()
  mkdirSync(startFolderIn(sources.options.dataDir), { recursive: true, mode: 0o700 })
  const publish = publisherOf(sources)
  await publish()
  const done = repeat(abort.signal, publish)
  return {
    async stop() {
      abort.abort()
      await done
    },
  }
}

async function repeat(signal: AbortSignal, publish: () => Promise<void>): Promise<void> {
  for (;;) {
    const isOver = await pause(INTERVAL_MS, false, { signal }).catch(() => true)
    if (isOver) return
    // A round that fails leaves the files of the last one, which the page shows as old.
    await publish().catch(() => undefined)
  }
}

function publisherOf(sources: DevSources): () => Promise<void> {
  const { options } = sources
  const folder = startFolderIn(options.dataDir)
  const last = new Map<string, string>()
  let wallets: StartStatus['wallets'] = []
  let emails: StartMailbox | undefined
  let round = 0
  return async () => {
    if (round % ROUNDS_OF_BALANCES === 0) wallets = await readWallets(sources)
    round += 1
    const received = await readEmails(options.dataDir)
    if (emails === undefined || received[0]?.id !== emails[0]?.id) keepJson(join(folder, startFiles.mailbox), (emails = received))
    keepJson(
      join(folder, startFiles.status),
      statusOf(sources, { parts: await readParts(sources, last), wallets, emails: received.length }),
    )
  }
}

function statusOf({ stack, options, demo, startedAt }: DevSources, read: Pick<StartStatus, 'parts' | 'wallets' | 'emails'>): StartStatus {
  const isUsual = options.dataDir === resolve(options.command.folder)
  return {
    ...read,
    api: stack.gateway.api,
    folder: process.cwd().replace(homedir(), '~'),
    dataFolder: shownFolder(options.dataDir),
    startedAt: startedAt.toISOString(),
    readAt: new Date().toISOString(),
    demo: { businessId: demo.businessId, apiKey: demo.apiKey, email: demo.email, password: demo.password },
    payCommand: `${isUsual ? '' : `DATA_DIR=${shownFolder(options.dataDir)} `}npm run pay --`,
    temporalUi: stack.devnet.temporal.ui,
  }
}

async function readEmails(dataDir: string): Promise<StartMailbox> {
  return (await readMailbox(dataDir)).map(({ id, receivedAt, headers, text, html, attachments }) => ({
    id,
    receivedAt: receivedAt.toISOString(),
    from: headers['from'] ?? '',
    to: headers['to'] ?? '',
    subject: headers['subject'] ?? '',
    text,
    html,
    ...(attachments.length > 0 && { files: attachments.map(({ name, content }) => `${name}, ${content.length} bytes`) }),
  }))
}
