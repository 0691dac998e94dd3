import { InvalidState } from '@gateway/domain/kernel/error'
import type { PayerRefund } from '@gateway/domain/payments/payer-refund'
import type { AddressContext } from '../../businesses/wallets/check-address.ts'
import type { Context } from '../../kernel/context.ts'
import { getRefund } from './get-refund.ts'
import { readRefundAddress } from './refund-address.ts'
import type { RefundOwners } from './shared/refunded-object.ts'

/** A refund with the address that its payer is about to claim it to. */
export interface ReviewedRefund {
  readonly refund: PayerRefund
  /** In its canonical spelling. */
  readonly address: string
}

/**
 * Checks an address before its payer confirms it. Nothing is stored: until the claim the link may be used for another address.
 *
 * @throws {NotFound} alike for a link that is unknown, expired or withdrawn.
 * @throws {InvalidAddress} unless it is a wallet outside the gateway. @throws {AddressUnchecked}
 * @throws {InvalidState} when an address was claimed before, or the payment has completed.
 */
export async function reviewRefund(
  ctx: AddressContext & Pick<Context, 'clock'>,
  owners: RefundOwners,
  { token, address: text }: { token: string; address: string },
): Promise<ReviewedRefund> {
  const refund = await getRefund(ctx, owners, { token })
  if (refund.state !== 'offered') throw new InvalidState(refund.state, 'name an address')
  return { refund, address: await readRefundAddress(ctx, { asset: refund.asset, text }) }
}
