import type { PayoutChange, PayoutOwner } from '../../kernel/address-owners.ts'
import { announcePayouts, lockPaymentsOf } from '../lifecycle/announce-updates.ts'
import { advancePaid } from './advance-paid.ts'

/** How payments react to the signer: a signed forward moves its payment on, a refund does not; one that waits is told to the merchant. */
export const paymentPayouts: PayoutOwner = {
  async payoutsJudged(em, ctx, { signed, held }) {
    // All in the order in which others lock them: first the signed ones and then the held ones could wait for a scanner that waits for us.
    if (held.length > 0) await lockPaymentsOf(em, [...signed, ...held])
    await advancePaid(em, ctx, { payouts: signed.filter(isForward), inputs: ['sign'], sent: false })
    await announcePayouts(em, ctx, held)
  },
  decisionSigned: () => Promise.resolve(false),
}

const isForward = ({ purpose }: PayoutChange): boolean => purpose === 'forward'
