import type { LightningBalance } from '@gateway/domain/lightning/wallet'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** What each wallet has; one without entries has nothing. */
export async function readBalances(em: Em, { walletIds }: { walletIds: readonly string[] }): Promise<Map<string, LightningBalance>> {
  const rows =
    walletIds.length === 0
      ? []
      : await tables(em)
          .selectFrom('account')
          .select(['owner', 'code', 'bal'])
          .where('asset', '=', 'LN')
          .where('code', 'in', ['ln:wallet', 'ln:reserve'])
          .where('owner', 'in', walletIds)
          .execute()
  const balanceOf = (id: string, code: string): bigint => rows.find(({ owner, code: own }) => owner === id && own === code)?.bal ?? 0n
  return new Map(walletIds.map((id) => [id, { availableMsat: balanceOf(id, 'ln:wallet'), reservedMsat: balanceOf(id, 'ln:reserve') }]))
}

/**
 * What a wallet has for a send, in millisatoshis: without what its other sends inside the service still have to move, which set nothing aside in the ledger.
 * Below 0 where they are more than it has. One statement, so that a transfer that commits meanwhile counts once.
 */
export async function readSpendable(em: Em, { nodeId, except }: { nodeId: string; except: string }): Promise<bigint> {
  const { rows } = await sql<{
    spendable: string
  }>`SELECT (coalesce((SELECT sum(bal) FROM account WHERE asset = 'LN' AND code = 'ln:wallet' AND owner = ${nodeId}), 0)
    - coalesce((SELECT sum(amount_msat) FROM lightning_payment WHERE node_id = ${nodeId} AND direction = 'outgoing' AND is_internal
      AND look_at IS NOT NULL AND id <> ${except}), 0))::text AS spendable`.execute(tables(em))
  return BigInt(rows[0]?.spendable ?? 0)
}

/** What all wallets have together, with what is reserved, in millisatoshis. */
export async function sumOwed(em: Em): Promise<bigint> {
  const { rows } = await sql<{ owed: string }>`SELECT coalesce(sum(bal), 0)::text AS owed FROM account
    WHERE asset = 'LN' AND code IN ('ln:wallet', 'ln:reserve')`.execute(tables(em))
  return BigInt(rows[0]?.owed ?? 0)
}

/** What a wallet has given the node to send since a moment, with its fees and what is reserved for them, in millisatoshis; what failed is not sent. */
export async function sumSent(em: Em, { nodeId, since, except }: { nodeId: string; since: Date; except: string }): Promise<bigint> {
  const { rows } = await sql<{
    sent: string
  }>`SELECT coalesce(sum(payment.amount_msat + CASE payment.state WHEN 'settled' THEN fee_msat ELSE reserve_msat END), 0)::text AS sent
    FROM lightning_payment payment JOIN lightning_attempt attempt ON attempt.payment_id = payment.id
    WHERE payment.node_id = ${nodeId} AND payment.direction = 'outgoing' AND payment.state <> 'failed' AND payment.id <> ${except}
      AND attempt.first_called_at >= ${since}::timestamptz`.execute(tables(em))
  return BigInt(rows[0]?.sent ?? 0)
}
