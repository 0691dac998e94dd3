import type { Rail } from '@gateway/chains/rail'
import { isOwnAddress } from '@gateway/db/businesses/queries'
import type { Em } from '@gateway/db/orm'
import { InvalidAddress } from '@gateway/domain/custody/errors'

/**
 * An address that money can be sent to, in its canonical spelling: one of its chain and network with a right checksum, that somebody can spend from,
 * and none of ours, where it would arrive as a payment again.
 *
 * @throws {InvalidAddress} naming the member that it was written in.
 */
export async function checkAddress(em: Em, rail: Rail, { field, text }: { field: string; text: string }): Promise<string> {
  const parsed = rail.parseAddress(text)
  if ('problem' in parsed) throw new InvalidAddress(field, parsed.problem)
  const own = { chain: rail.chain, canonical: parsed.address, watchKey: rail.watchKey(parsed.address) }
  if (await isOwnAddress(em, own)) throw new InvalidAddress(field, 'is a deposit address of this service')
  return parsed.address
}
