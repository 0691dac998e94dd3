import type { Rail } from '@gateway/chains/rail'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import type { EscrowContext } from '../../kernel/context.ts'

/** Where new objects of a chain pay the platform's fee. @throws {AddressUnavailable} when no address is configured. */
export function platformAddressOf(ctx: Pick<EscrowContext, 'custody'>, rail: Rail): string {
  const address = ctx.custody.platformAddresses[rail.chain]?.[0]
  if (address === undefined) throw new AddressUnavailable(rail.chain, 'no platform address is configured')
  return address
}
