import { isAlive } from '@gateway/devnet/processes/is-alive'
import { type SmtpSink, startSmtpSink } from '@gateway/devnet/mail/smtp-sink'
import { parts } from '@gateway/scripts/stack/programs'
import { findBrokenBooks, findReplayedOtherwise } from './books.ts'
import { findDenials } from './denials.ts'
import { confirmAddress } from './confirm-address.ts'
import type { NodeMood } from './node-proxy.ts'
import { openShop } from './shop.ts'
import { openStory, type Story } from './story.ts'
import { newWallets } from './wallets.ts'

/** The gateway of this test process: the module is loaded once for all its files, which run one after the other. */
let shared: Promise<Opened> | undefined
let ending: NodeJS.Timeout | undefined
/** The next file that needs the gateway asks for it sooner; beside files that do not, four idle ones would use half of two processors. */
const IDLE_MS = 10_000

/** A story with a mail server that receives the e-mails to all its merchants. */
export type Shared = Story & { readonly mail: SmtpSink }

type Opened = Shared & { readonly end: () => Promise<void> }

/**
 * The gateway that all files of this test process share, with a shop of the caller's own. A file may act as merchant, payer and operator on its own
 * objects; it restarts the processes it stops and restores the settings it changes. One that reorganises a chain, leaves payments unfinished or needs
 * the whole database opens a story of its own.
 *
 * `close` throws unless the file leaves everything in order for the next one.
 */
export async function sharedStory(): Promise<Shared> {
  clearTimeout(ending)
  shared ??= openForProcess()
  const { end, ...story } = await shared
  const since = new Date()
  const denied = new Set(findDenials(story.around.dataDir))
  const shop = await openShop(story.gateway.api, await newWallets())
  await confirmAddress(story.sql, shop)
  const leaveInOrder = async (): Promise<void> => {
    shop.receiver.close()
    await leaveReceiversAlone(story, since)
    const replayed = await findReplayedOtherwise(story.around.databaseUrl)
    const broken = [...(await findBrokenBooks(story.sql)), ...replayed, ...(await findPauses(story))]
    if (broken.length > 0) throw new Error(`the ledger has violations: ${JSON.stringify(broken, null, 2)}`)
    const denials = findDenials(story.around.dataDir).filter((denial) => !denied.has(denial))
    if (denials.length > 0) throw new Error(`a database user lacks a right: ${denials.join('; ')}`)
  }
  return { ...story, shop, close: () => leaveInOrder().finally(() => endWhenIdle(end)) }
}

function endWhenIdle(end: Opened['end']): void {
  ending = setTimeout(() => {
    shared = undefined
    void end()
  }, IDLE_MS).unref()
}

/** Opens a story that ends at the latest with this process. */
async function openForProcess(): Promise<Opened> {
  const mail = await startSmtpSink()
  const story = await openStory({ isShared: true, smtpUrl: mail.url })
  const killAll = () => [...Object.values(story.chains), ...parts.map((part) => ({ pid: story.gateway.pid(part) }))].forEach(killNow)
  process.once('exit', killAll)
  process.once('SIGTERM', () => process.exit())
  const end = async (): Promise<void> => {
    await story.close()
    await mail.stop()
    process.off('exit', killAll)
  }
  const BTC = { ...story.nodes.BTC, behave: (mood: NodeMood) => story.nodes.BTC.behave(withoutEstimate(mood)) }
  BTC.behave('honest')
  return { ...story, mail, nodes: { ...story.nodes, BTC }, end }
}

function killNow({ pid }: { readonly pid: number | undefined }): void {
  if (pid !== undefined && isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/**
 * Drops the node's fee estimate, which earlier files would influence, and with it the minimum payment. The gateway uses its fallback, as with a fresh
 * node.
 */
const withoutEstimate = (mood: NodeMood): NodeMood => {
  if (mood === 'away' || mood === 'silent') return mood
  const told = mood === 'honest' ? (answer: string) => answer : mood
  return (answer, question) => told(question.includes('"estimatesmartfee"') ? answer.replace(/"feerate":[^,}]+,/, '') : answer, question)
}

/** Receivers end with their file; pending deliveries would be retried for days. */
const leaveReceiversAlone = ({ sql }: Story, since: Date) =>
  sql.query('UPDATE webhook_endpoint SET disabled_at = now() WHERE created_at >= $1 AND disabled_at IS NULL', [since])

async function findPauses({ sql }: Story) {
  const { rows } = await sql.query<Record<string, unknown>>('SELECT scope, paused_by, reason FROM pause WHERE paused_at IS NOT NULL')
  return rows.map((row) => ({ invariant: 'a test file lifts every pause', row }))
}
