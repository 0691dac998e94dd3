import { InvalidState } from '@gateway/domain/kernel/error'
import type { AddressContext } from '../../../businesses/wallets/check-address.ts'
import type { Context } from '../../../kernel/context.ts'
import { transaction } from '../../../kernel/transaction.ts'
import { readRefundAddress } from '../../refunds/refund-address.ts'
import { nameWithin } from '../name-within.ts'
import { shownState } from '../shown-state.ts'
import { findByLink, lockByLink } from './find-by-link.ts'

/** An address as the payer has typed it, by the payer's link. */
interface TypedNaming {
  readonly token: string
  readonly address: string
  readonly by: 'payer'
}

/**
 * Names the address to which a payer wants a refund that the merchant pays. The same address again changes nothing.
 *
 * @returns the address in its canonical spelling.
 * @throws {NotFound} alike for a link that is unknown or replaced, and for the link of whoever pays.
 * @throws {InvalidAddress} unless it is a wallet outside the gateway. @throws {AddressUnchecked}
 * @throws {InvalidState} when another address was named before, or the offer has ended.
 */
export async function nameRefundAddress(
  ctx: AddressContext & Context,
  { token, address: text, by }: TypedNaming,
): Promise<{ readonly address: string }> {
  const link = { token, as: ['payer'] } as const
  const { asset } = await findByLink(ctx.orm.em.fork(), link)
  // Before anything is locked: the chain may take its time to answer.
  const address = await readRefundAddress(ctx, { asset, text })
  return transaction(ctx, async (em) => {
    const refund = await lockByLink(em, link)
    if (refund.address === address) return { address }
    const state = shownState(refund, ctx.clock.now())
    if (state !== 'offered') throw new InvalidState(state, 'name an address')
    await nameWithin(em, ctx, { refund, address, by })
    return { address }
  })
}
