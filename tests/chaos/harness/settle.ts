import type { RunningStripe } from '@gateway/devnet/stripe/start-stripe'
import { driverOf } from '@gateway/devnet/chains'
import pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import { type Chain, onEachChain } from './chains.ts'
import type { CaseSend } from '../oracle/case.ts'
import { explainSends } from './explain-sends.ts'
import type { Journal } from './journal.ts'
import type { LivedInvoice } from './live-invoices.ts'
import type { Servers } from './servers.ts'
import { type StrandedSends, watchStranded } from './stranded-sends.ts'
import type { Placed } from './workload.ts'

/** The time a run may take to settle after its last fault. */
export interface Patience {
  /** For money to settle. */
  readonly moneyMs: number
  /** For webhooks to be delivered. */
  readonly toldMs: number
}

/** On an otherwise idle machine. A webhook that failed twice is retried five minutes later. */
export const usualPatience: Patience = { moneyMs: 120_000, toldMs: 420_000 }

const LOOK_EVERY_MS = 1_000
const READ_WITHIN_MS = 60_000

// Payments whose creation response was lost stay open for their whole window, so the awaited ones are named.
const UNSETTLED = `SELECT
  (SELECT count(*) FROM payment WHERE id = ANY ($1) AND state NOT IN ('forwarded', 'expired', 'failed'))::int AS payments,
  (SELECT count(*) FROM unnest($2::uuid[], $3::numeric[]) AS sent (id, units) JOIN payment USING (id) WHERE received_units < units)::int AS unseen,
  (SELECT count(*) FROM payment WHERE id = ANY ($4) AND NOT 'wrong_asset' = ANY (exceptions))::int AS unsupported,
  (SELECT count(*) FROM payment WHERE state = 'expired' AND late_verdict IS NULL AND accepted_at IS NULL
    AND received_units >= due_units - tolerance_units)::int AS undecided,
  (SELECT count(*) FROM deposit WHERE state = 'seen' OR (state = 'included' AND asset IS NOT NULL AND credit_revision IS NULL))::int AS deposits,
  (SELECT count(*) FROM spend_intent payout WHERE state NOT IN ('final', 'held')
    AND EXISTS (SELECT FROM deposit WHERE intent_id = payout.id AND NOT dead))::int AS payouts,
  (SELECT count(*) FROM escrow WHERE state IN ('funded', 'released', 'disputed') OR (state = 'refunded' AND settlement_tx_id IS NULL))::int AS escrows,
  (SELECT count(*) FROM unnest($5::text[], $6::numeric[]) AS sent (id, units)
    WHERE units > (SELECT coalesce(sum(d.units), 0) FROM deposit d WHERE d.subject_id = sent.id AND d.credit_revision IS NOT NULL AND d.state = 'included'))::int AS invoices,
  (SELECT count(*) FROM lightning_payment WHERE state = 'pending' AND (direction = 'outgoing' OR payment_hash = ANY ($7))
    AND NOT (direction = 'outgoing' AND payment_hash = ANY ($8)))::int AS sends,
  (SELECT count(*) FROM invoice_document WHERE bytes IS NULL)::int AS documents,
  (SELECT count(*) FROM processor_intent WHERE state NOT IN ('final', 'void'))::int AS cards,
  (SELECT count(*) FROM processor_event WHERE try_at IS NOT NULL)::int AS told,
  (SELECT count(*) FROM refund WHERE state NOT IN ('returned', 'withdrawn'))::int AS returns,
  (SELECT count(*) FROM delivery WHERE state = 'pending')::int AS webhooks,
  (SELECT count(*) FROM outbox)::int AS messages`

/**
 * Waits until no money moves and every webhook is delivered, or the time is over; then stops mining and waits until the gateway has read the last block.
 * The oracle reports objects that are still open.
 */
export async function settle({ databaseUrl, servers, stripe, journal, patience }: Settling, lived: Lived): Promise<void> {
  const sql = new pg.Client(databaseUrl)
  await sql.connect()
  try {
    const beganAt = journal.now()
    const records = servers.lightning?.records
    const stranded = watchStranded(records, journal)
    const look = (): Promise<Left> => unsettled(sql, { stripe, stranded }, lived)
    const money = await until(look, { isOver: moneyRests, journal, deadline: beganAt + patience.moneyMs })
    noteLeft(journal, 'money', moneyRests(money) ? {} : money)
    if (records) await explainSends({ databaseUrl, records }, { journal })
    const all = await until(look, { isOver: allRests, journal, deadline: beganAt + (moneyRests(money) ? patience.toldMs : 0) })
    noteLeft(journal, 'everything', allRests(all) ? {} : all)
    await onEachChain((chain) => servers.chains[chain].rest())
    await untilRead(sql, servers, journal)
  } finally {
    await sql.end()
  }
}

/** Polls until a condition holds or the deadline passes; @returns the last result. */
async function until(look: () => Promise<Left>, wanted: Wanted): Promise<Left> {
  let left = await look()
  for (; !wanted.isOver(left) && wanted.journal.now() < wanted.deadline; left = await look()) await pause(LOOK_EVERY_MS)
  return left
}

/** A condition and its deadline on the journal's clock. */
interface Wanted {
  readonly isOver: (left: Left) => boolean
  readonly journal: Journal
  readonly deadline: number
}

const moneyRests = (left: Left): boolean => allRests({ ...left, webhooks: 0 })
const allRests = (left: Partial<Left>): boolean => Object.values(left).every((count) => count === 0)

function noteLeft(journal: Journal, what: string, left: Partial<Left>): void {
  if (allRests(left)) journal.note('settled', { what })
  else journal.note('not settled', { what, left: JSON.stringify(left) })
}

/** Inputs of the wait. */
interface Settling {
  readonly databaseUrl: string
  readonly servers: Servers
  readonly stripe: Pick<RunningStripe, 'control'>
  readonly journal: Journal
  readonly patience: Patience
}

/** What customers have done. */
interface Lived {
  readonly placed: readonly Placed[]
  readonly invoices: readonly LivedInvoice[]
  readonly sends: readonly CaseSend[]
}

/** What is asked besides the database. */
interface Looked {
  readonly stripe: Settling['stripe']
  readonly stranded: StrandedSends
}

type Left = Readonly<
  Record<
    | 'payments'
    | 'unseen'
    | 'unsupported'
    | 'undecided'
    | 'deposits'
    | 'payouts'
    | 'escrows'
    | 'invoices'
    | 'sends'
    | 'documents'
    | 'cards'
    | 'told'
    | 'undelivered'
    | 'returns'
    | 'webhooks'
    | 'messages',
    number
  >
>

async function unsettled(sql: pg.Client, { stripe, stranded }: Looked, { placed, invoices, sends }: Lived): Promise<Left> {
  const idsOf = (some: readonly Placed[]): string[] => some.map(({ payment }) => payment.id)
  const sent = placed.map(({ sentUnits }) => String(sentUnits))
  const unsupported = placed.filter(({ unsupportedUnits }) => unsupportedUnits > 0n)
  const values = [
    idsOf(placed),
    idsOf(placed),
    sent,
    idsOf(unsupported),
    invoices.map(({ id }) => id),
    invoices.map((one) => one.sentUnits),
    sends.map(({ paymentHash }) => paymentHash),
    stranded.hashes(),
  ]
  const { rows } = await sql.query<Omit<Left, 'undelivered'>>(UNSETTLED, values)
  if (!rows[0]) throw new Error('the database returned no counts')
  if (rows[0].sends > 0) await stranded.look()
  const { undelivered } = await stripe.control.do('readLog')
  return { ...rows[0], undelivered }
}

/** Waits until the cursor is at the newest block of every chain. */
async function untilRead(sql: pg.Client, { nodes }: Servers, journal: Journal): Promise<void> {
  const heads = await onEachChain((chain) => driverOf(chain).height(nodes[chain]))
  const deadline = journal.now() + READ_WITHIN_MS
  for (;;) {
    const { rows } = await sql.query<{ chain: Chain; height: number }>('SELECT chain, height FROM chain_cursor')
    if (rows.length > 0 && rows.every(({ chain, height }) => height === heads[chain])) return
    if (journal.now() > deadline) return journal.note('not read to the end', { heads: JSON.stringify(heads), rows: JSON.stringify(rows) })
    await pause(LOOK_EVERY_MS / 2)
  }
}
