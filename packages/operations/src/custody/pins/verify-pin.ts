import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import { groundOf } from './make-pin.ts'
import { isTermsMac } from './pin-mac.ts'
import type { SignerContext } from '../signer-context.ts'

type AnyPin = Pick<PayoutTermsPinEntity, 'businessId' | 'mode' | 'usdRate' | 'pinnedAt' | 'mac'>

/** True when commit and pin are exactly those that this signer authenticated. */
export function verifyPin(ctx: Pick<SignerContext, 'keys' | 'deploymentId' | 'rails'>, commit: PayoutTermsEntity, pin: AnyPin): boolean {
  const { businessId, mode, usdRate, pinnedAt, mac } = pin
  try {
    return isTermsMac(ctx.keys, { ...groundOf(ctx, commit), commit, businessId, mode, usdRate, pinnedAt }, mac)
  } catch {
    // A malformed row must not stop the check of other rows.
    return false
  }
}
