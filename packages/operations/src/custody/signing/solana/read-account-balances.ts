import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../../kernel/context.ts'

/** Older readings tell nothing: an account may have been emptied since. */
const VALID_MS = 10 * 60 * 1_000

/** The coins of accounts as the chain role has read them for waiting payouts; undefined where it has not, or too long ago. */
export async function readAccountBalances(
  em: Em,
  { clock }: Pick<Context, 'clock'>,
  { chain, addresses }: { chain: ChainCode; addresses: readonly string[] },
): Promise<(address: string) => bigint | undefined> {
  const rows = await tables(em)
    .selectFrom('account_balance')
    .select(['address', 'units'])
    .where('chain', '=', chain)
    .where('address', 'in', [...addresses])
    .where('readAt', '>=', new Date(clock.now().getTime() - VALID_MS))
    .execute()
  const known = new Map(rows.map(({ address, units }) => [address, units]))
  return (address) => known.get(address)
}
