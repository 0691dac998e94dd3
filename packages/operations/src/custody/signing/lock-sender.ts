import type { Rail } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/** A chain whose transactions are numbered, and the form of its senders. */
type SenderRail = Pick<Rail, 'chain' | 'watchKey'>

/**
 * Locks the gas payer's nonce sequence until the bytes are stored.
 *
 * Take it before locking any intent, so that a waiting signer does not hold intents back from the batch being signed.
 */
export async function lockSender(em: Em, ctx: Pick<SignerContext, 'keys'>, rail: SenderRail): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lockName(ctx, rail)}, 0))`.execute(tables(em))
}

/** The same without waiting. @returns false when another signer has it, which signs everything that is due. */
export async function tryLockSender(em: Em, ctx: Pick<SignerContext, 'keys'>, rail: SenderRail): Promise<boolean> {
  const asked = sql<{ ours: boolean }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${lockName(ctx, rail)}, 0)) AS ours`
  const { rows } = await asked.execute(tables(em))
  return rows[0]?.ours === true
}

const lockName = (ctx: Pick<SignerContext, 'keys'>, { chain, watchKey }: SenderRail): string =>
  `sender|${chain}|${watchKey(ctx.keys.gasPayerAddress(chain))}`
