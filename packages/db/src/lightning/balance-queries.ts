import type { LightningBalance } from '@gateway/domain/lightning/wallet'
import { lightningScopesOf, type PauseScope } from '@gateway/domain/custody/pause'
import { type RawBuilder, sql } from 'kysely'
import type { OwnerScope } from '../kernel/owned.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { NODE } from './funds-queries.ts'

/**
 * What each wallet has. What its sends inside the service still have to move counts as set aside, though the ledger moves it only with the transfer. One
 * statement, so that a transfer that commits meanwhile counts once.
 */
export async function readBalances(em: Em, { walletIds }: { walletIds: readonly string[] }): Promise<Map<string, LightningBalance>> {
  if (walletIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; available: string; reserved: string; inside: string }>`SELECT wallet.id,
    ${balanceIn('ln:wallet', sql`wallet.id`)}::text AS available, ${balanceIn('ln:reserve', sql`wallet.id`)}::text AS reserved,
    ${pendingInside(sql`wallet.id::uuid`)}::text AS inside
    FROM unnest(${[...walletIds]}::text[]) AS wallet (id)`.execute(tables(em))
  return new Map(rows.map(({ id, ...sums }) => [id, balanceOf(sums)]))
}

/** What all wallets of a business have together, or the one of a name. Each is counted as alone, and, by the offset, once. */
export async function sumBalances(
  em: Em,
  { merchantId, mode, businessId, walletId }: OwnerScope & { readonly walletId: string | undefined },
): Promise<LightningBalance> {
  const named = walletId === undefined ? sql`true` : sql`wallet.wallet_id = ${walletId}`
  const { rows } = await sql<{ available: string; reserved: string }>`SELECT
    coalesce(sum(available - least(inside, available)), 0)::text AS available, coalesce(sum(reserved + least(inside, available)), 0)::text AS reserved
    FROM (SELECT ${balanceIn('ln:wallet', sql`wallet.id::text`)} AS available, ${balanceIn('ln:reserve', sql`wallet.id::text`)} AS reserved,
        ${pendingInside(sql`wallet.id`)} AS inside
      FROM lightning_wallet wallet WHERE wallet.merchant_id = ${merchantId}::uuid AND wallet.mode = ${mode}
        AND wallet.business_id = ${businessId}::uuid AND ${named} OFFSET 0) one`.execute(tables(em))
  const { available, reserved } = rows[0] ?? { available: 0, reserved: 0 }
  return { availableMsat: BigInt(available), reservedMsat: BigInt(reserved) }
}

/** Never below 0, and as much as the ledger has of the wallet in all. */
function balanceOf(sums: { available: string; reserved: string; inside: string }): LightningBalance {
  const [available, reserved, inside] = [BigInt(sums.available), BigInt(sums.reserved), BigInt(sums.inside)]
  const moving = inside < available ? inside : available
  return { availableMsat: available - moving, reservedMsat: reserved + moving }
}

/** The account of a wallet, in whichever mode it is: the index of accounts begins with asset and mode. */
const balanceIn = (code: 'ln:wallet' | 'ln:reserve', owner: RawBuilder<unknown>) =>
  sql`coalesce((SELECT sum(bal) FROM account WHERE asset = 'LN' AND mode IN ('live', 'test') AND code = ${code} AND owner = ${owner}), 0)`

/** What the pending sends of a wallet inside the service have to move, which set nothing aside in the ledger; few, in an index of their own. */
const pendingInside = (nodeId: RawBuilder<unknown>, except: RawBuilder<unknown> = sql`NULL::uuid`) =>
  sql`coalesce((SELECT sum(amount_msat) FROM lightning_payment WHERE node_id = ${nodeId} AND direction = 'outgoing' AND is_internal
      AND look_at IS NOT NULL AND id IS DISTINCT FROM ${except}), 0)`

/**
 * What a wallet has for a send, in millisatoshis: without what its other sends inside the service still have to move, which set nothing aside in the ledger.
 * Below 0 where they are more than it has. One statement, so that a transfer that commits meanwhile counts once.
 */
export async function readSpendable(em: Em, { nodeId, except }: { nodeId: string; except: string }): Promise<bigint> {
  const { rows } = await sql<{
    spendable: string
  }>`SELECT (${balanceIn('ln:wallet', sql`${nodeId}`)}
    - ${pendingInside(sql`${nodeId}::uuid`, sql`${except}::uuid`)})::text AS spendable`.execute(tables(em))
  return BigInt(rows[0]?.spendable ?? 0)
}

/** What all wallets have together, with what is reserved, in millisatoshis. */
export async function sumOwed(em: Em): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`SELECT coalesce(sum(bal), 0)::text AS owed FROM account
    WHERE asset = 'LN' AND code IN ('ln:wallet', 'ln:reserve')`.execute(tables(em))
  return BigInt(rows[0]?.owed ?? 0)
}

/** A send that the policy judges, and the moment from which its wallet's others count. */
interface Judged {
  readonly nodeId: string
  readonly merchantId: string
  readonly since: Date
  readonly except: string
}

/** What sends are limited by. */
interface SendLimits {
  readonly pausedBy: PauseScope | undefined
  /** What the wallet has begun to send, inside the service too, with its fees and what is reserved for them, in millisatoshis; what failed is not sent. */
  readonly sentMsat: bigint
  /** What the node's channels held when it was last asked; undefined before. */
  readonly hotMsat: bigint | undefined
}

/** What limits a send, as it is now. The caller holds its wallet and the pauses. */
export async function readSendLimits(em: Em, { nodeId, merchantId, since, except }: Judged): Promise<SendLimits> {
  const { rows } = await sql<{
    paused: PauseScope | null
    sent: string
    hot: string | null
  }>`SELECT (SELECT min(scope) FROM pause WHERE scope = ANY (${[...lightningScopesOf(merchantId)]}::text[]) AND paused_at IS NOT NULL) AS paused,
    (SELECT local_msat::text FROM lightning_funds WHERE name = ${NODE}) AS hot,
    (SELECT coalesce(sum(payment.amount_msat + CASE payment.state WHEN 'settled' THEN fee_msat ELSE reserve_msat END), 0)::text
      FROM lightning_payment payment JOIN lightning_attempt attempt ON attempt.payment_id = payment.id
      WHERE payment.node_id = ${nodeId} AND payment.direction = 'outgoing' AND payment.state <> 'failed' AND payment.id <> ${except}
        AND attempt.first_called_at >= ${since}::timestamptz) AS sent`.execute(tables(em))
  const { paused, sent, hot } = rows[0] ?? { paused: null, sent: 0, hot: null }
  return { pausedBy: paused ?? undefined, sentMsat: BigInt(sent), hotMsat: hot === null ? undefined : BigInt(hot) }
}
