import type { Rail } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

type ItsChain = Pick<Rail, 'chain'>

/**
 * Locks signing for a chain until the bytes are stored; where transactions are numbered, the numbers of its gas payer.
 *
 * Take it before locking any intent, so that a waiting signer does not hold intents back from the batch being signed.
 */
export async function lockSender(em: Em, { chain }: ItsChain): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${lockName(chain)}, 0))`.execute(tables(em))
}

/** The same without waiting. @returns false when another signer has it, which signs everything that is due. */
export async function tryLockSender(em: Em, { chain }: ItsChain): Promise<boolean> {
  const asked = sql<{ ours: boolean }>`SELECT pg_try_advisory_xact_lock(hashtextextended(${lockName(chain)}, 0)) AS ours`
  const { rows } = await asked.execute(tables(em))
  return rows[0]?.ours === true
}

const lockName = (chain: Rail['chain']): string => `sender|${chain}`
