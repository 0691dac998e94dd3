import type { CommitEntity } from '@gateway/db/custody/commit.entity'
import type { CommitPinEntity } from '@gateway/db/custody/commit-pin.entity'
import { groundOf } from './pin-terms.ts'
import { isTermsMac } from './pin-mac.ts'
import type { SignerContext } from '../signer-context.ts'

type AnyPin = Pick<CommitPinEntity, 'businessId' | 'mode' | 'usdRate' | 'pinnedAt' | 'mac'>

/** True when commit and pin are exactly those that this signer authenticated. */
export function verifyPin(ctx: Pick<SignerContext, 'keys' | 'deploymentId' | 'rails'>, commit: CommitEntity, pin: AnyPin): boolean {
  const { businessId, mode, usdRate, pinnedAt, mac } = pin
  try {
    return isTermsMac(ctx.keys, { ...groundOf(ctx, commit), commit, businessId, mode, usdRate, pinnedAt }, mac)
  } catch {
    // A malformed row must not stop the check of other rows.
    return false
  }
}
