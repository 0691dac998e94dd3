import { addressOfKey } from '@gateway/chains/evm/keys'
import type { Rail } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/**
 * Locks the gas payer's nonce sequence until the bytes are stored.
 *
 * Take it before locking any intent, so that a waiting signer does not hold intents back from the batch being signed.
 */
export async function lockSender(
  em: Em,
  ctx: Pick<SignerContext, 'keys'>,
  { chain, watchKey }: Pick<Rail, 'chain' | 'watchKey'>,
): Promise<void> {
  const sender = watchKey(addressOfKey(ctx.keys.gasPayerKey(chain)))
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sender|${chain}|${sender}`}, 0))`.execute(tables(em))
}
