import type { BusinessId } from '@gateway/domain/kernel/id'
import type { LightningState } from '@gateway/domain/lightning/machine'
import type { LightningDirection } from '@gateway/domain/lightning/payment'
import { type RawBuilder, sql } from 'kysely'
import { foundBy } from '../../kernel/found-by.ts'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import type { OwnerScope } from '../../kernel/owned.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import { beginningOf } from '../../kernel/word-matches.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { LightningAttemptEntity } from '../lightning-attempt.entity.ts'
import type { LightningPaymentEntity } from '../lightning-payment.entity.ts'

/** The Lightning payments of one business. */
export type BusinessLightning = OwnerScope & { readonly businessId: BusinessId }

/** Which of its payments are wanted. */
export interface LightningFilter {
  readonly walletId: string | undefined
  readonly direction: LightningDirection | undefined
  readonly state: LightningState | undefined
  /** Created at this moment or later. */
  readonly since: Date | undefined
  /** Created before this moment. */
  readonly before: Date | undefined
  /** Only what it finds; undefined for any. */
  readonly search: LightningSearch | undefined
}

/** What a merchant searches payments by; each is looked up in an index. */
interface LightningSearch {
  /** The ids between two, both included. */
  readonly ids: { readonly least: string; readonly most: string } | undefined
  /** A payment hash, or words of the description, of which the last one may be a beginning. */
  readonly text: string
}

/** True of the payments of a business, if it is the merchant's; of none otherwise. */
const ownedBy = ({ merchantId, mode, businessId }: BusinessLightning): RawBuilder<boolean> =>
  sql<boolean>`payment.business_id = (SELECT owner.id FROM business owner WHERE owner.id = ${businessId}::uuid AND owner.merchant_id = ${merchantId}::uuid)
    AND payment.mode = ${mode}`

/** The payments of a business behind one of them, newest first; from the newest one without it. */
export async function findLightningPage(
  em: Em,
  { scope, filter, after, limit }: { scope: BusinessLightning; filter: LightningFilter; after: string | undefined; limit: number },
): Promise<LightningPaymentEntity[]> {
  const rest =
    after === undefined
      ? sql`true`
      : sql`(created_at, id) < ((SELECT created_at FROM lightning_payment payment WHERE payment.id = ${after}::uuid AND ${ownedBy(scope)}), ${after}::uuid)`
  const page = sql`SELECT * FROM lightning_payment payment WHERE ${matching(scope, filter)} AND ${rest}
    ORDER BY created_at DESC, id DESC LIMIT ${limit}`
  const { sql: text, parameters } = page.compile(tables(em))
  return entityRows(em, 'lightning_payment', await runStatement<object>(em, text, parameters)) as LightningPaymentEntity[]
}

/** How many payments match, counted up to `most`. */
export async function countLightningPage(
  em: Em,
  { scope, filter, most }: { scope: BusinessLightning; filter: LightningFilter; most: number },
): Promise<number> {
  const some = sql`SELECT FROM lightning_payment payment WHERE ${matching(scope, filter)} LIMIT ${most}`
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM (${some}) counted`.execute(tables(em))
  return Number(rows[0]?.count ?? 0)
}

function matching(scope: BusinessLightning, { walletId, direction, state, since, before, search }: LightningFilter): RawBuilder<unknown> {
  const conditions = [
    ownedBy(scope),
    ...(walletId ? [sql`wallet_id = ${walletId}`] : []),
    ...(direction ? [sql`direction = ${direction}`] : []),
    ...(state ? [sql`state = ${state}`] : []),
    ...(since ? [sql`created_at >= ${since}::timestamptz`] : []),
    ...(before ? [sql`created_at < ${before}::timestamptz`] : []),
    ...(search ? [foundBy('payment.id', waysOf(search))] : []),
  ]
  return sql.join(conditions, sql` AND `)
}

/** The searches for payments of any tenant: by their id, their hash, or their description. */
const waysOf = ({ ids, text }: LightningSearch): RawBuilder<unknown>[] => [
  ...(ids ? [sql`SELECT id FROM lightning_payment WHERE id BETWEEN ${ids.least}::uuid AND ${ids.most}::uuid`] : []),
  sql`SELECT id FROM lightning_payment WHERE payment_hash = ${text.toLowerCase()}`,
  sql`SELECT id FROM lightning_payment WHERE to_tsvector('simple', description) @@ ${beginningOf(text)}`,
]

/** How often a send was begun, when first, and what stood in its way last. */
export type SendAttempt = Pick<LightningAttemptEntity, 'calls' | 'firstCalledAt' | 'lastProblem'>

/** What was done for a send; undefined for what is no send. */
export const findSendAttempt = (em: Em, { paymentId }: { paymentId: string }): Promise<SendAttempt | undefined> =>
  tables(em)
    .selectFrom('lightning_attempt')
    .select(['calls', 'firstCalledAt', 'lastProblem'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
