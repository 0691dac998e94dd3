import type { PayoutChange, PayoutOwner } from '../../kernel/address-owners.ts'
import { announcePayouts } from '../lifecycle/announce-updates.ts'
import { advancePaid } from './advance-paid.ts'

/** How payments react to the signer: a signed forward moves its payment on, a refund does not; one that waits is told to the merchant. */
export const paymentPayouts: PayoutOwner = {
  payoutsSigned: (em, ctx, payouts) => advancePaid(em, ctx, { payouts: payouts.filter(isForward), inputs: ['sign'], sent: false }),
  payoutHeld: (em, ctx, payout) => announcePayouts(em, ctx, [payout]),
  decisionSigned: () => Promise.resolve(false),
}

const isForward = ({ purpose }: PayoutChange): boolean => purpose === 'forward'
