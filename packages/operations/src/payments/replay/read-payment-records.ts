import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { assetOf } from '@gateway/domain/money/asset'
import { findUnits } from '@gateway/domain/money/decimal'
import type { Observation } from '@gateway/domain/chainwatch/deposit-replay'
import type { PostingKey } from '@gateway/domain/ledger/entry'
import type { PaymentRecord } from '@gateway/domain/payments/replay'
import type { Quote } from '@gateway/domain/rates/quote'
import { readViews } from '../../chainwatch/cursor/chain-view.ts'
import { type DepositHistory, historyOf } from '../../chainwatch/deposits/deposit-history.ts'
import { readDeposits, readObservations } from '../../chainwatch/deposits/read-deposits.ts'
import { readPaidLegs } from '../../custody/settlement/read-paid-legs.ts'
import { NOTHING_REFUNDED, readRefunded, type RefundedUnits } from '../../custody/settlement/read-refunded.ts'
import { isPosting } from '../../ledger/is-posting.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'
import { type RoundRecords, readRoundRecords } from '../forwarding/round-records.ts'
import { readRules } from '../rules/read-rules.ts'
import { type ChargedRound, readChargedRounds } from './expected-split.ts'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import { sql } from 'kysely'

/** A stored payment with all its records. */
export interface RecordedPayment {
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
  readonly history: DepositHistory
  readonly record: PaymentRecord
  readonly commit: PayoutTermsEntity | undefined
  readonly returns: RefundedUnits
  readonly rounds: RoundRecords
  /** The amount that an acceptance has forgiven. */
  readonly forgivenUnits: bigint
  /** The charges of each round. */
  readonly charged: readonly ChargedRound[]
}

/** Reads the records of some payments in a fixed number of statements. */
export async function readPaymentRecords(em: Em, payments: readonly PaymentEntity[]): Promise<RecordedPayment[]> {
  const ids = payments.map((payment) => payment.id)
  const [deposits, observations] = await Promise.all([readDeposits(em, 'payment', ids), readObservations(em, ids)])
  const [quotes, views, events, legs, commits, accepted, payoutsOf] = await Promise.all([
    readQuotes(em, payments.flatMap(quotesOf)),
    readViews(em),
    readEvents(em, ids),
    readPaidLegs(em, ids),
    readCommits(em, payments),
    readAccepted(em, ids),
    readPayouts(em, payments, deposits),
  ])
  const rulesOf = await readRules(em, payments)
  const ownDeposits = Map.groupBy(deposits, (deposit) => deposit.subjectId)
  const histories = historiesOf(payments, observations)
  const posted = await readPosted(em, [...histories.values()])
  return payments.map((payment) => {
    const history = histories.get(payment.id) ?? historyOf({ subjectId: payment.id, chain: payment.chain }, [])
    const record = {
      rules: rulesOf(payment),
      ...pricesOf(payment, quotes),
      history: history.changes,
      changedAt: history.changedAt ?? payment.createdAt,
      height: views.get(payment.chain)?.height ?? 0,
      ...eventsOf(payment, events.get(payment.id) ?? []),
      creditedIds: new Set(history.credits.filter(posted).map(({ ref }) => ref)),
      legs: legs.get(payment.id) ?? [],
      wasAccepted: accepted.has(payment.id),
    }
    return {
      payment,
      deposits: ownDeposits.get(payment.id) ?? [],
      history,
      record,
      commit: commits.get(payment.payoutTermsId),
      forgivenUnits: accepted.get(payment.id) ?? 0n,
      ...payoutsOf(payment),
    }
  })
}

type Payouts = Pick<RecordedPayment, 'returns' | 'rounds' | 'charged'>

/** The payouts of some payments, and their splits. */
async function readPayouts(
  em: Em,
  payments: readonly PaymentEntity[],
  deposits: readonly DepositEntity[],
): Promise<(payment: PaymentEntity) => Payouts> {
  const ids = payments.map((payment) => payment.id)
  const [returned, rounds, charged] = await Promise.all([
    readRefunded(em, ids),
    readRoundRecords(em, payments, deposits),
    readChargedRounds(em, ids),
  ])
  return ({ id }) => ({ returns: returned.get(id) ?? NOTHING_REFUNDED, rounds, charged: charged.get(id) ?? [] })
}

/** Observations of a deposit that belonged to several payments, one after the other, are in the history of each. */
function historiesOf(payments: readonly PaymentEntity[], observations: readonly Observation[]): Map<string, DepositHistory> {
  const owners = new Map<string, Set<string>>()
  for (const { depositId, subjectId } of observations) owners.set(depositId, (owners.get(depositId) ?? new Set()).add(subjectId))
  const concerning = new Map<string, Observation[]>(payments.map((payment) => [payment.id, []]))
  for (const seen of observations) for (const owner of owners.get(seen.depositId) ?? []) concerning.get(owner)?.push(seen)
  return new Map(payments.map(({ id, chain }) => [id, historyOf({ subjectId: id, chain }, concerning.get(id) ?? [])]))
}

/** The quote of a payment, and the price of its late deposits. */
export const quotesOf = ({ quoteId, lateQuoteId }: PaymentEntity) => [
  { quoteId },
  ...(lateQuoteId === null ? [] : [{ quoteId: lateQuoteId }]),
]

function pricesOf(payment: PaymentEntity, quotes: ReadonlyMap<string, Quote>): Pick<PaymentRecord, 'quote' | 'lateQuote'> {
  return { quote: quoteOf(quotes, payment), lateQuote: quotes.get(payment.lateQuoteId ?? '') }
}

/** An event; that of the confirmation with the amount that it shows as received. */
interface PastEvent {
  readonly type: string
  readonly received: string | null
}

function eventsOf({ asset }: PaymentEntity, events: readonly PastEvent[]): Pick<PaymentRecord, 'events' | 'confirmedUnits'> {
  const received = events.find((event) => event.received !== null)?.received ?? ''
  return { events: events.map(({ type }) => type), confirmedUnits: findUnits(received, assetOf(asset).decimals) }
}

const RECEIVED = sql<string | null>`CASE type WHEN 'payment.confirmed' THEN body::jsonb #>> '{data,amount_received}' END`

async function readEvents(em: Em, ids: readonly string[]): Promise<Map<string, PastEvent[]>> {
  const rows = await tables(em)
    .selectFrom('event')
    .select(['objectId', 'type', RECEIVED.as('received')])
    .where('objectId', 'in', [...ids])
    .orderBy('objectId')
    .orderBy('sequence')
    .execute()
  return Map.groupBy(rows, (row) => row.objectId)
}

/** The forgiven amounts of accepted payments. */
async function readAccepted(em: Em, ids: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; missing: string }>`SELECT subject_id AS id,
      max(greatest((details ->> 'due')::numeric - (details ->> 'received')::numeric, 0))::text AS missing
    FROM audit_entry WHERE action = 'payment.accept' AND subject_id = ANY (${ids}::text[]) GROUP BY 1`.execute(tables(em))
  return new Map(rows.map(({ id, missing }) => [id, BigInt(missing)]))
}

async function readCommits(em: Em, payments: readonly PaymentEntity[]): Promise<Map<string, PayoutTermsEntity>> {
  const ids = payments.map((payment) => payment.payoutTermsId)
  const rows = (await tables(em).selectFrom('payout_terms').selectAll().where('id', 'in', ids).execute()) as PayoutTermsEntity[]
  return new Map(rows.map((row) => [row.id, row]))
}

/** Tells which of the possible credits are posted. */
async function readPosted(em: Em, histories: readonly DepositHistory[]): Promise<(credit: PostingKey) => boolean> {
  const possible = histories.flatMap(({ credits }) => credits)
  const rows = await tables(em)
    .selectFrom('transfer')
    .select(['ref', 'revision'])
    .where('kind', '=', 'deposit')
    .where(isPosting(possible))
    .execute()
  const posted = Map.groupBy(rows, (row) => row.ref)
  return ({ ref, revision }) => posted.get(ref)?.some((row) => row.revision === revision) ?? false
}
