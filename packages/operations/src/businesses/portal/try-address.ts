import type { CheckAddressInput, CheckedAddress } from '@gateway/contract/portal/businesses'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { AddressContext } from '../wallets/check-address.ts'
import { checkWallet } from '../wallets/check-wallets.ts'

const EMPTY: CheckedAddress = { isValid: false, problem: 'is empty', fault: 'malformed' }

/**
 * Whether an address could be the wallet of a coin, by the rules of setting one; nothing is stored.
 *
 * @throws {UnsupportedBlockchain} for a coin that this deployment does not serve. @throws {MerchantTokenRequired} {AddressUnchecked}
 */
export async function tryAddress(ctx: AddressContext, { actor, wish }: { actor: Actor; wish: CheckAddressInput }): Promise<CheckedAddress> {
  requireMerchant(actor)
  const text = wish.address.trim()
  try {
    const address = await checkWallet(ctx, wish.blockchain, { text, field: 'address', isProgramConfirmed: wish.confirmProgramAddress })
    return address === '' ? EMPTY : { isValid: true, address }
  } catch (error) {
    if (!(error instanceof InvalidAddress)) throw error
    return { isValid: false, problem: error.message.replace(/^address: /, ''), fault: error.fault }
  }
}
