import { cardPaymentStates } from '@gateway/domain/cards/payment-machine'
import { cardRefundMachine, type CardRefundState, shownRefundStatuses } from '@gateway/domain/cards/card-refund'
import { type CardTransaction, type CardTransactionStatus, chargeStatuses } from '@gateway/domain/cards/transaction'
import { type RawBuilder, sql } from 'kysely'
import type { PageBounds } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { OwnerScope } from '../kernel/owned.ts'

type Row = Omit<CardTransaction, 'amountMinor' | 'createdAt'> & { amountMinor: string; createdAt: string | Date }
type Asked = OwnerScope & { id?: string | undefined; status?: CardTransactionStatus | undefined }

/** The movements of the money of card payments within a scope: charges, refunds, transfers and disputes as one list, newest first. */
export async function listTransactions(
  em: Em,
  { bounds, ...asked }: Asked & { bounds: PageBounds },
): Promise<{ rows: CardTransaction[]; total: number }> {
  const { limit, offset } = bounds
  const all = movementsOf(asked)
  const page = sql<Row>`SELECT * FROM (${all}) AS moved ORDER BY "createdAt" DESC, id DESC, type LIMIT ${limit} OFFSET ${offset}`
  const counted = sql<{ count: string }>`SELECT count(*) FROM (${all}) AS moved`
  const [{ rows }, { rows: counts }] = await Promise.all([page.execute(tables(em)), counted.execute(tables(em))])
  return { rows: rows.map(read), total: Number(counts[0]?.count ?? 0) }
}

/** A movement within a scope, by the id of its payment, refund, escrow or dispute. */
export async function findTransaction(em: Em, asked: OwnerScope & { id: string }): Promise<CardTransaction | undefined> {
  const { rows } = await sql<Row>`${movementsOf(asked)} LIMIT 1`.execute(tables(em))
  return rows.map(read)[0]
}

const read = (row: Row): CardTransaction => ({ ...row, amountMinor: BigInt(row.amountMinor), createdAt: new Date(row.createdAt) })

const refundStates = Object.keys(cardRefundMachine.states) as CardRefundState[]

/** One kind of movement: the rows that are movements, and what its columns are. `card` is the payment, `held` its escrow. */
interface Kind {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly type: CardTransaction['type']
  readonly status: RawBuilder<unknown>
  readonly amount: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
}

const escrowOfCard = sql`LEFT JOIN card_escrow held ON held.payment_id = card.id`
const kinds: readonly Kind[] = [
  {
    type: 'charge',
    from: sql`card_payment card ${escrowOfCard} WHERE true`,
    id: sql`card.id`,
    status: wordsOf(sql`card.state`, cardPaymentStates, chargeStatuses),
    amount: sql`card.amount_minor`,
    at: sql`card.created_at`,
  },
  {
    type: 'refund',
    from: sql`card_refund moved JOIN card_payment card ON card.id = moved.payment_id ${escrowOfCard} WHERE true`,
    id: sql`moved.id`,
    status: wordsOf(sql`moved.state`, refundStates, shownRefundStatuses),
    amount: sql`moved.amount_minor`,
    at: sql`moved.created_at`,
  },
  {
    type: 'transfer',
    from: sql`card_escrow held JOIN card_payment card ON card.id = held.payment_id WHERE held.released_at IS NOT NULL`,
    id: sql`held.id`,
    status: sql`CASE WHEN held.processor_transfer_id IS NULL THEN 'pending' ELSE 'succeeded' END`,
    amount: sql`held.transferred_minor`,
    at: sql`held.released_at`,
  },
  {
    type: 'dispute',
    // An inquiry has moved nothing.
    from: sql`card_dispute moved JOIN card_payment card ON card.id = moved.payment_id ${escrowOfCard} WHERE moved.phase <> 'quiet'`,
    id: sql`moved.id`,
    status: sql`CASE moved.phase WHEN 'open' THEN 'pending' ELSE moved.phase END`,
    amount: sql`moved.amount_minor`,
    at: sql`moved.created_at`,
  },
]

function wordsOf<State extends string>(column: RawBuilder<unknown>, states: readonly State[], words: Readonly<Record<State, string>>) {
  const cases = states.map((state) => sql`WHEN ${sql.lit(state)} THEN ${sql.lit(words[state])}`)
  return sql`CASE ${column} ${sql.join(cases, sql` `)} END`
}

const movementsOf = (asked: Asked): RawBuilder<Row> =>
  sql`${sql.join(
    kinds.map((kind) => movementsOfKind(kind, asked)),
    sql` UNION ALL `,
  )}`

function movementsOfKind({ from, id, type, status, amount, at }: Kind, asked: Asked): RawBuilder<unknown> {
  const { merchantId, mode, businessId } = asked
  return sql`SELECT ${id} AS id, card.id AS "paymentId", card.business_id AS "businessId", card.mode, ${sql.lit(type)} AS type, ${status} AS status, ${amount}::text AS "amountMinor",
    card.currency, held.id AS "escrowId", held.state AS "escrowState", ${at} AS "createdAt"
    FROM ${from} AND card.merchant_id = ${merchantId} AND card.mode = ${mode} ${when(businessId, (value) => sql`AND card.business_id = ${value}`)}
    ${when(asked.id, (value) => sql`AND ${id} = ${value}`)} ${when(asked.status, (value) => sql`AND ${status} = ${value}`)}`
}

const when = (value: string | undefined, clause: (value: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  value === undefined ? sql`` : clause(value)
