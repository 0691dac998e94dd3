import type { Rail } from '@gateway/chains/rail'
import { findWatchedAddresses, type WatchedAddress } from '@gateway/db/chainwatch/watched-address-queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'

/** Served chains on which the same terms give the same deposit address as on this chain. */
const chainsOfSameAddresses = (rails: Context['rails'], { chain, addressScope }: Rail): ChainCode[] =>
  addressScope === undefined
    ? []
    : [...rails.values()].filter((other) => other.chain !== chain && other.addressScope === addressScope).map((other) => other.chain)

/**
 * Which of these addresses belong to payments of another chain, where a deposit contract of the same address can be flushed here. One query for each
 * such chain. Only an address that the payment's frozen terms name counts.
 */
export async function findWatchedElsewhere(
  ctx: Pick<Context, 'orm' | 'rails'>,
  rail: Rail,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, WatchedAddress>> {
  const found = new Map<string, WatchedAddress>()
  for (const chain of chainsOfSameAddresses(ctx.rails, rail))
    for (const [address, owner] of await findWatchedAddresses(ctx.orm.em.fork(), { chain, addresses }))
      if (owner.isVouched && owner.subject !== 'treasury') found.set(address, owner)
  return found
}
