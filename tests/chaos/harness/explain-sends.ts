import type { CaseLnd } from '../oracle/case.ts'
import { type NodeRecords, readLnd, strandedPayments } from '../oracle/lnd.ts'
import { askDatabase } from './ask-database.ts'
import type { Journal } from './journal.ts'
import type { LightningSide } from './lightning-nodes.ts'

/** Where the ledger and both nodes are read. */
export interface LightningSources {
  readonly databaseUrl: string
  readonly records: Readonly<Record<LightningSide, CaseLnd>>
}

/** What both nodes have on record. */
type Both = Readonly<Record<'own' | 'other', NodeRecords>>

// An attempt is absent for an invoice.
const OPEN = `SELECT p.payment_hash AS hash, p.direction, p.is_internal AS inside, p.reserve_msat::text AS reserve, p.look_at AS "askedAt",
    a.state AS attempt, a.calls, a.last_problem AS problem
  FROM lightning_payment p LEFT JOIN lightning_attempt a ON a.payment_id = p.id
  WHERE p.payment_hash = ANY ($1) OR (p.direction = 'outgoing' AND p.state = 'pending') ORDER BY p.created_at`

/** Notes for each send without an end, and for each payment of `hashes`, where it stands: in the ledger, at both nodes, and in their channel. */
export async function explainSends(
  { databaseUrl, records }: LightningSources,
  { journal, hashes = [] }: { readonly journal: Journal; readonly hashes?: readonly string[] },
): Promise<void> {
  try {
    const rows = await askDatabase<{ hash: string }>(databaseUrl, OPEN, [hashes])
    const both = await readBoth(records)
    const unbooked = hashes.filter((hash) => rows.every((row) => row.hash !== hash)).map((hash) => ({ hash, direction: 'none' }))
    for (const row of [...rows, ...unbooked])
      journal.note('Lightning payment open', { why: JSON.stringify({ ...row, ...placeOf(both, row.hash) }) })
  } catch (error) {
    journal.note('Lightning payments not explained', { problem: String(error) })
  }
}

/** The records of both nodes. @throws {Error} while one of them does not answer. */
export async function readBoth(records: LightningSources['records']): Promise<Both> {
  return { own: await readLnd(records.lightning), other: await readLnd(records['lightning-other']) }
}

/** Where the nodes have a payment: `channels` says of each end whether it works and has the HTLC. */
function placeOf(both: Both, hash: string): Readonly<Record<string, unknown>> {
  const stateAt = (found: readonly { readonly paymentHash: string }[], name: 'status' | 'state'): unknown => {
    const one: Readonly<Record<string, unknown>> = { ...found.find(({ paymentHash }) => paymentHash === hash) }
    return one[name] ?? 'none'
  }
  const ends = ([side, { payments, invoices, channels }]: [string, NodeRecords]) => [
    side,
    {
      payment: stateAt(payments, 'status'),
      invoice: stateAt(invoices, 'state'),
      channels: channels.map(
        ({ isActive, hashes }) => `${isActive ? 'active' : 'inactive'}, ${hashes.includes(hash) ? 'has' : 'lacks'} it`,
      ),
    },
  ]
  const stranded = [...strandedPayments(both.own, both.other), ...strandedPayments(both.other, both.own)]
  return { ...Object.fromEntries(Object.entries(both).map(ends)), isStranded: stranded.some(({ paymentHash }) => paymentHash === hash) }
}
