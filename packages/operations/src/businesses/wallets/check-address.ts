import type { Rail } from '@gateway/chains/rail'
import { isOwnAddress } from '@gateway/db/businesses/wallet-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidAddress } from '@gateway/domain/custody/errors'

/**
 * A payable address in its canonical spelling: of its chain and network, with a right checksum, spendable, and no deposit address of the gateway,
 * where a payout would arrive as a payment again.
 *
 * @throws {InvalidAddress} naming the member of the request.
 */
export async function checkAddress(em: Em, rail: Rail, { field, text }: { field: string; text: string }): Promise<string> {
  const parsed = rail.parseAddress(text)
  if ('problem' in parsed) throw new InvalidAddress(field, parsed.problem, parsed.isForeign ? 'other_network' : 'malformed')
  const own = { chain: rail.chain, canonical: parsed.address, watchKey: rail.watchKey(parsed.address) }
  if (await isOwnAddress(em, own)) throw new InvalidAddress(field, 'is a deposit address of this service', 'own_address')
  return parsed.address
}
