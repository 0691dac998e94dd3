import type { InvoiceState } from '@gateway/domain/invoices/machine'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { sql } from 'kysely'
import { isStuck, isUnsigned } from '../../custody/waiting-conditions.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** Crypto of an invoice that waits: for a decision, for its payer, or as a payout that is not signed or not mined. */
export interface HeldInvoiceRow {
  /** No payout has taken it, or its payout is not signed or not mined. */
  readonly kind: 'untaken' | 'unsigned' | 'stuck'
  readonly invoice: string
  readonly number: number
  readonly state: InvoiceState
  readonly asset: AssetCode
  readonly units: bigint
  /** A code, and the moment or the address that follow some. */
  readonly reason: string
  readonly since: Date
}

/** Money of an invoice that its merchant has to give back, in the smallest unit of the currency. */
export interface OwedInvoiceRow {
  readonly invoice: string
  readonly number: number
  readonly currency: FiatCode
  readonly minor: bigint
  readonly since: Date
}

/** Of which business; without it, those of all. */
export interface HeldScope {
  readonly businessId: BusinessId
  readonly mode: Mode
}

const within = (scope: HeldScope | undefined) =>
  scope ? sql`invoice.business_id = ${scope.businessId}::uuid AND invoice.mode = ${scope.mode}` : sql`true`

const DECIDED = sql`deposit.asset = invoice.asset AND back.state`
const minuteOf = (moment: string) => sql`to_char(max(${sql.ref(moment)}) AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI')`

/** Whom the signer would pay; the row of the refund may say something else. */
const NAMED = sql`coalesce(max(named.recipients -> 0 ->> 'address'), 'nobody')`

/** The columns that name an invoice. */
export const WHOSE = sql`invoice.id AS invoice, invoice.number, invoice.state, invoice.business_id AS "businessId"`
/** The columns of what no round has taken, and of what one has. */
export const NO_ROUND = sql`NULL AS ref, NULL::int AS leg, NULL AS purpose`
const ROUND = sql`round.ref, round.leg, round.purpose`

/** Deposits that credit nothing, by invoice and coin, and what was decided about those of its own coin; an offer counts while its link holds. */
export const untaken = (scope: HeldScope | undefined, now: Date) => sql`SELECT 'untaken' AS kind, ${WHOSE}, deposit.asset,
    sum(deposit.units)::text AS units,
    CASE
      WHEN bool_or(${DECIDED} = 'claimed' AND back.hold_reason IS NOT NULL) THEN 'return_waits: ' || max(back.hold_reason) || ', to ' || ${NAMED}
      WHEN bool_or(${DECIDED} = 'claimed') THEN 'goes_back_from ' || ${minuteOf('back.usable_at')} || ' to ' || ${NAMED}
      WHEN bool_or(${DECIDED} = 'offered') THEN 'offered_back_until ' || ${minuteOf('back.offer_ends_at')}
      WHEN deposit.asset = invoice.asset THEN 'late'
      ELSE 'wrong_asset'
    END AS reason, min(deposit.arrived_at) AS since, ${NO_ROUND}
  FROM deposit JOIN invoice ON invoice.id = deposit.subject_id::uuid
    LEFT JOIN refund back ON back.invoice_id = invoice.id AND (back.state = 'claimed' OR back.state = 'offered' AND back.offer_ends_at > ${now}::timestamptz)
    LEFT JOIN payout_terms named ON named.id = back.payout_terms_id
  WHERE deposit.subject = 'invoice' AND deposit.held_in LIKE 'suspense:%' AND deposit.intent_id IS NULL AND deposit.state = 'included'
    AND deposit.credit_revision IS NOT NULL AND deposit.asset IS NOT NULL AND ${within(scope)}
  GROUP BY invoice.id, deposit.asset`

const OF_ROUND = sql`CASE round.purpose WHEN 'invoice_refund' THEN (SELECT invoice_id FROM refund WHERE refund.id = round.ref::uuid) ELSE round.ref::uuid END`

/** Rounds that are not signed. */
export const unsigned = (scope: HeldScope | undefined) => sql`SELECT 'unsigned' AS kind, ${WHOSE}, round.asset, round.amount::text AS units,
    coalesce(round.hold_reason, 'waits_for_the_signer') AS reason, coalesce(round.held_since, round.created_at) AS since, ${ROUND}
  FROM spend_intent round JOIN invoice ON invoice.id = ${OF_ROUND}
  WHERE round.purpose LIKE 'invoice%' AND ${isUnsigned('round')} AND ${within(scope)}`

/** Rounds whose transaction blocks leave out and that cannot be replaced. */
export const stuck = (scope: HeldScope | undefined) => sql`SELECT 'stuck' AS kind, ${WHOSE}, round.asset, round.amount::text AS units,
    attempt.stuck_reason AS reason, attempt.stuck_since AS since, ${ROUND}
  FROM spend_attempt attempt JOIN spend_intent round ON round.lead_id = attempt.intent_id JOIN invoice ON invoice.id = ${OF_ROUND}
  WHERE round.purpose LIKE 'invoice%' AND ${isStuck('attempt', 'round')} AND ${within(scope)}`

/** Crypto of invoices that waits, oldest first; of more than fits the largest sums of each coin, because dust waits for ever. */
export async function findHeldInvoices(
  em: Em,
  { scope, most, now }: { scope?: HeldScope | undefined; most: number; now: Date },
): Promise<HeldInvoiceRow[]> {
  const { rows } = await sql<Omit<HeldInvoiceRow, 'units' | 'since'> & { units: string; since: string }>`SELECT * FROM (
    ${untaken(scope, now)} UNION ALL ${unsigned(scope)} UNION ALL ${stuck(scope)}) AS waiting
    ORDER BY row_number() OVER (PARTITION BY asset ORDER BY units::numeric DESC), since LIMIT ${most}`.execute(tables(em))
  const waiting = rows.map((row) => ({ ...row, units: BigInt(row.units), since: new Date(row.since) }))
  return waiting.toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

/** What was charged beyond what was open, and no refund has given back. */
const SURPLUS = sql`coalesce((SELECT sum(greatest(credit.surplus_minor - card.refunded_minor - card.pending_minor, 0))
  FROM invoice_credit credit JOIN card_payment card ON card.id = credit.card_payment_id WHERE credit.invoice_id = invoice.id), 0)`

/** What was credited beyond what is asked for, less what went back: as the domain computes it for one invoice. */
const OVERPAID = sql`greatest(invoice.credited_minor + invoice.credit_notes_minor - invoice.amount_minor
  - coalesce((SELECT sum(greatest(card.refunded_minor + card.pending_minor - (coalesce(card.captured_minor, 0) - credit.credited_minor), 0))
    FROM invoice_credit credit JOIN card_payment card ON card.id = credit.card_payment_id WHERE credit.invoice_id = invoice.id), 0)
  - coalesce((SELECT sum(given.amount_minor) FROM invoice_give_back given WHERE given.invoice_id = invoice.id), 0), 0)`

/** Invoices of a business of which something is to be given back, the latest first, at most so many. */
export async function findOwedInvoices(em: Em, { scope, most }: { scope: HeldScope; most: number }): Promise<OwedInvoiceRow[]> {
  const { rows } = await sql<Omit<OwedInvoiceRow, 'minor' | 'since'> & { minor: string; since: string }>`SELECT * FROM (
    SELECT invoice.id AS invoice, invoice.number, invoice.currency, (${SURPLUS} + ${OVERPAID})::text AS minor, invoice.updated_at AS since
    FROM invoice WHERE ${within(scope)} AND (invoice.credited_minor + invoice.credit_notes_minor > invoice.amount_minor
      OR invoice.id IN (SELECT invoice_id FROM invoice_credit WHERE surplus_minor > 0))) AS owed
    WHERE minor <> '0' ORDER BY since DESC LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, minor: BigInt(row.minor), since: new Date(row.since) }))
}
