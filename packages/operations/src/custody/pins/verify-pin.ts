import type { CommitEntity } from '@gateway/db/custody/commit.entity'
import type { CommitPinEntity } from '@gateway/db/custody/commit-pin.entity'
import { groundOf } from './pin-terms.ts'
import { isTermsMac } from './pin-mac.ts'
import type { SignerContext } from '../signer-context.ts'

type AnyPin = Pick<CommitPinEntity, 'businessId' | 'mode' | 'usdRate' | 'pinnedAt' | 'mac'>

/** True of a commit and a pin that are exactly what this signer once put its mark under. */
export function verifyPin(ctx: Pick<SignerContext, 'keys' | 'deploymentId' | 'rails'>, commit: CommitEntity, pin: AnyPin): boolean {
  const { businessId, mode, usdRate, pinnedAt, mac } = pin
  try {
    return isTermsMac(ctx.keys, { ...groundOf(ctx, commit), commit, businessId, mode, usdRate, pinnedAt }, mac)
  } catch {
    // A row that is not even shaped like a commit any more must not keep what lies beside it from being looked at.
    return false
  }
}
