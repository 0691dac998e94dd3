import type { CheckAddressInput, CheckedAddress } from '@gateway/contract/portal/businesses'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { checkWallet } from '../wallets/check-wallets.ts'

const EMPTY: CheckedAddress = { isValid: false, problem: 'is empty', fault: 'malformed' }

/**
 * Whether an address could be the wallet of a coin, by the rules of setting one; nothing is stored.
 *
 * @throws {UnsupportedBlockchain} for a coin that this deployment does not serve. @throws {MerchantTokenRequired}
 */
export async function tryAddress(
  ctx: Pick<ApiContext, 'orm' | 'rails' | 'custody'>,
  { actor, wish }: { actor: Actor; wish: CheckAddressInput },
): Promise<CheckedAddress> {
  requireMerchant(actor)
  const text = wish.address.trim()
  try {
    const address = await checkWallet(ctx, { code: wish.blockchain, text, field: 'address' })
    return address === '' ? EMPTY : { isValid: true, address }
  } catch (error) {
    if (!(error instanceof InvalidAddress)) throw error
    return { isValid: false, problem: error.message.replace(/^address: /, ''), fault: error.fault }
  }
}
