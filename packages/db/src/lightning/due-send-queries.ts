import { type RawBuilder, sql } from 'kysely'
import { isNoneOf } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { LightningPaymentEntity } from './lightning-payment.entity.ts'
import type { DueLightning } from './request-queries.ts'

/** Sends that the node is to be called for or asked about, beside those under way. */
interface DueSends extends DueLightning {
  readonly underWay: readonly DueSend[]
  /** Of one wallet, with those under way. */
  readonly mostOfWallet: number
  /** Of all wallets of a merchant, with those under way. */
  readonly mostOfMerchant: number
}

/** A send, and who counts for it. */
export type DueSend = Pick<LightningPaymentEntity, 'id' | 'nodeId' | 'merchantId'>

/** The longest due sends, of each wallet and of each merchant so many that these have `mostOfWallet` and `mostOfMerchant` under way with them. */
export async function findDueSends(em: Em, { now, limit, except, underWay, mostOfWallet, mostOfMerchant }: DueSends): Promise<DueSend[]> {
  const busy = underWay.map(({ id }) => id)
  const ofWallet = placeOf(
    'node_id',
    underWay.map(({ nodeId }) => nodeId),
  )
  const ofMerchant = placeOf(
    'merchant_id',
    underWay.map(({ merchantId }) => merchantId),
  )
  const { rows } = await sql<DueSend>`SELECT id, node_id AS "nodeId", merchant_id AS "merchantId" FROM (
      SELECT id, node_id, merchant_id, look_at, ${ofMerchant} AS of_merchant FROM (
        SELECT id, node_id, merchant_id, look_at, ${ofWallet} AS of_wallet FROM lightning_payment due
        WHERE direction = 'outgoing' AND look_at <= ${now}::timestamptz AND ${isNoneOf(sql.ref('id'), [...except, ...busy])}
      ) due WHERE of_wallet <= ${mostOfWallet}
    ) free WHERE of_merchant <= ${mostOfMerchant}
    ORDER BY look_at, id LIMIT ${limit}`.execute(tables(em))
  return rows
}

/** The place of a due send among those of one owner, behind the ones that are under way. */
const placeOf = (owner: 'node_id' | 'merchant_id', underWay: readonly string[]): RawBuilder<unknown> =>
  sql`row_number() OVER (PARTITION BY ${sql.ref(`due.${owner}`)} ORDER BY look_at, id)
    + (SELECT count(*) FROM unnest(${[...underWay]}::uuid[]) AS busy (owner) WHERE busy.owner = ${sql.ref(`due.${owner}`)})`
