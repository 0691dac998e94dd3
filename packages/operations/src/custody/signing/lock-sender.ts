import { addressOfKey } from '@gateway/chains/evm/keys'
import type { Rail } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import type { SignerContext } from '../signer-context.ts'

/**
 * Waits until no other signer numbers transactions of this chain's relayer; held until the bytes are stored.
 *
 * It comes before any intent is locked: whoever waits here holds nothing back from the batch of the one who signs.
 */
export async function lockSender(
  em: Em,
  ctx: Pick<SignerContext, 'keys'>,
  { chain, watchKey }: Pick<Rail, 'chain' | 'watchKey'>,
): Promise<void> {
  const sender = watchKey(addressOfKey(ctx.keys.relayerKey(chain)))
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sender|${chain}|${sender}`}, 0))`.execute(tables(em))
}
