import { InvalidState } from '@gateway/domain/kernel/error'
import type { AddressContext } from '../../../businesses/wallets/check-address.ts'
import type { Context } from '../../../kernel/context.ts'
import { readRefundAddress } from '../../refunds/refund-address.ts'
import { shownState } from '../shown-state.ts'
import { findByLink } from './find-by-link.ts'

/**
 * Checks the address of a refund that the merchant pays before its payer confirms it. Nothing is stored: until it is named the link takes another one.
 *
 * @returns the address in its canonical spelling.
 * @throws {NotFound} alike for a link that is unknown or replaced, and for the link of whoever pays.
 * @throws {InvalidAddress} unless it is a wallet outside the gateway. @throws {AddressUnchecked}
 * @throws {InvalidState} when an address was named before, or the offer has ended.
 */
export async function reviewRefundAddress(
  ctx: AddressContext & Pick<Context, 'clock'>,
  { token, address: text }: { readonly token: string; readonly address: string },
): Promise<{ readonly address: string }> {
  const refund = await findByLink(ctx.orm.em.fork(), { token, as: ['payer'] })
  const state = shownState(refund, ctx.clock.now())
  if (state !== 'offered') throw new InvalidState(state, 'name an address')
  return { address: await readRefundAddress(ctx, { asset: refund.asset, text }) }
}
