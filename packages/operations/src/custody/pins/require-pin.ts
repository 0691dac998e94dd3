import { AddressUnavailable } from '@gateway/domain/custody/errors'
import type { ApiContext } from '../../kernel/context.ts'
import type { AddressTerms } from '../address-pool/allocate-addresses.ts'

/** Waits for the signer's check of committed terms, at most as long as `awaitPin` does. @throws {AddressUnavailable} when it refuses them. */
export async function requirePin({ awaitPin }: Pick<ApiContext, 'awaitPin'>, { id, chain }: Pick<AddressTerms, 'id' | 'chain'>) {
  if ((await awaitPin(id)) === 'refused') throw new AddressUnavailable(chain, 'the signer refuses to pay whom the address pays')
}
