import type { CardPaymentState } from '@gateway/domain/cards/payment-machine'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../../kernel/found-by.ts'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import { metadataHolds } from '../../kernel/metadata-matches.ts'
import type { OwnerScope } from '../../kernel/owned.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { CardDisputeEntity } from '../card-dispute.entity.ts'
import type { CardPaymentEntity } from '../card-payment.entity.ts'
import type { CardRefundEntity } from '../card-refund.entity.ts'

/** The card payments of one business. */
export type BusinessCards = OwnerScope & { readonly businessId: BusinessId }

/** Which of them are wanted. */
export interface CardFilter {
  readonly states: readonly CardPaymentState[] | undefined
  /** True for those in escrow, false for direct ones. */
  readonly isEscrow: boolean | undefined
  /** Created at this moment or later. */
  readonly since: Date | undefined
  /** Created before this moment. */
  readonly before: Date | undefined
  /** Only what it finds; undefined for any. */
  readonly search: CardSearch | undefined
}

/** What a merchant searches card payments by; each is looked up in an index. */
interface CardSearch {
  /** The ids between two, both included: of the payment or of its escrow. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  /** The text itself: an id at the processor, a value of the metadata, or words of the description. */
  readonly text: string
}

const NEWEST = sql`ORDER BY created_at DESC, id DESC`

/** True of the card payments of a business, if it is the merchant's; of none otherwise. */
const ownedBy = ({ merchantId, mode, businessId }: BusinessCards): RawBuilder<boolean> =>
  sql<boolean>`card.business_id = (SELECT owner.id FROM business owner WHERE owner.id = ${businessId}::uuid AND owner.merchant_id = ${merchantId}::uuid)
    AND card.mode = ${mode}`

/** The card payments of a business behind one of them, newest first; from the newest one without it. */
export async function findCardPage(
  em: Em,
  { scope, filter, after, limit }: { scope: BusinessCards; filter: CardFilter; after: string | undefined; limit: number },
): Promise<CardPaymentEntity[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < ((SELECT created_at FROM card_payment card WHERE card.id = ${after}::uuid AND ${ownedBy(scope)}), ${after}::uuid)`
  const page = sql`SELECT * FROM card_payment card WHERE ${matching(scope, filter)} AND ${rest} ${NEWEST} LIMIT ${limit}`.compile(
    tables(em),
  )
  return entityRows(em, 'card_payment', await runStatement<object>(em, page.sql, page.parameters)) as CardPaymentEntity[]
}

/** How many card payments match, counted up to `most`. */
export async function countCardPage(
  em: Em,
  { scope, filter, most }: { scope: BusinessCards; filter: CardFilter; most: number },
): Promise<number> {
  const some = sql`SELECT FROM card_payment card WHERE ${matching(scope, filter)} LIMIT ${most}`
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${some}) counted`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

function matching(scope: BusinessCards, { states, isEscrow, since, before, search }: CardFilter): RawBuilder<unknown> {
  const conditions = [
    ownedBy(scope),
    ...(states ? [sql`state = ANY (${[...states]}::text[])`] : []),
    ...(isEscrow === undefined ? [] : [isEscrow ? sql`escrow_id IS NOT NULL` : sql`escrow_id IS NULL`]),
    ...(since ? [sql`created_at >= ${since}::timestamptz`] : []),
    ...(before ? [sql`created_at < ${before}::timestamptz`] : []),
    ...(search ? [foundBy('card.id', waysOf(search))] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/** The searches for card payments of any tenant: by an id here or at the processor, their metadata, or their description. */
const waysOf = ({ ids, text }: CardSearch): RawBuilder<unknown>[] => [
  ...(ids
    ? [
        sql`SELECT id FROM card_payment WHERE id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`,
        sql`SELECT id FROM card_payment WHERE escrow_id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`,
      ]
    : []),
  sql`SELECT id FROM card_payment WHERE checkout_session_id = ${text}`,
  sql`SELECT id FROM card_payment WHERE payment_intent_id = ${text}`,
  sql`SELECT id FROM card_payment WHERE charge_id = ${text}`,
  sql`SELECT id FROM card_payment WHERE ${metadataHolds(sql.ref('metadata'), text)}`,
  sql`SELECT id FROM card_payment WHERE to_tsvector('simple', description) @@ plainto_tsquery('simple', ${text})`,
]

/** The refunds of a card payment, the oldest first. */
export const readRefundsOf = (em: Em, { paymentId }: { paymentId: string }): Promise<CardRefundEntity[]> =>
  tables(em).selectFrom('card_refund').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').execute() as Promise<
    CardRefundEntity[]
  >

/** The disputes and inquiries about a card payment, the oldest first. */
export const readDisputesOf = (em: Em, { paymentId }: { paymentId: string }): Promise<CardDisputeEntity[]> =>
  tables(em).selectFrom('card_dispute').selectAll().where('paymentId', '=', paymentId).orderBy('createdAt').execute()

/** The card payments of a business that an operator decides about, the oldest first, at most so many. */
export async function findHeldCards(em: Em, { scope, most }: { scope: BusinessCards; most: number }): Promise<CardPaymentEntity[]> {
  const held = sql`SELECT * FROM card_payment card WHERE ${ownedBy(scope)} AND hold_reason IS NOT NULL ORDER BY updated_at LIMIT ${most}`
  const { sql: text, parameters } = held.compile(tables(em))
  return entityRows(em, 'card_payment', await runStatement<object>(em, text, parameters)) as CardPaymentEntity[]
}

/** The disputes and inquiries of a business that wait for its answer, the nearest deadline first, at most so many. */
export const findAnswerable = (
  em: Em,
  { scope, statuses, most }: { scope: BusinessCards; statuses: readonly string[]; most: number },
): Promise<CardDisputeEntity[]> => {
  const { merchantId, mode, businessId } = scope
  const own = tables(em).selectFrom('card_dispute').selectAll().where('businessId', '=', businessId).where('phase', 'in', ['quiet', 'open'])
  return own
    .where('merchantId', '=', merchantId)
    .where('mode', '=', mode)
    .where(sql<boolean>`status = ANY(${[...statuses]})`)
    .orderBy('evidenceDueAt')
    .limit(most)
    .execute()
}
