import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import { isHeldAfterPin } from '@gateway/domain/custody/intent'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import type { SignerContext } from '../signer-context.ts'
import type { PinContext } from './pin-context.ts'
import { termsMac } from './pin-mac.ts'

/** Checked payout terms, and why they must never be paid, if so. */
interface Checked extends Pick<PayoutTermsPinEntity, 'businessId' | 'mode' | 'usdRate' | 'pinnedAt'> {
  readonly commit: PayoutTermsEntity
  readonly refused: PinRefusal | null
}

/** The signer's word on checked terms: its MAC, or the refusal, and from when a payout that is held after it may leave. */
export function makePin(ctx: PinContext, { commit, refused, ...facts }: Checked): PayoutTermsPinEntity {
  const mac = refused ? null : termsMac(ctx.keys, { ...groundOf(ctx, commit), commit, ...facts })
  const usableAt = isHeldAfterPin(commit) ? new Date(facts.pinnedAt.getTime() + ctx.returnHoldMs) : null
  return { ...facts, payoutTermsId: commit.id, mac, refused, usableAt }
}

/** The deployment and network that a MAC is valid for. */
export const groundOf = (ctx: Pick<SignerContext, 'deploymentId' | 'rails'>, { chain }: Pick<PayoutTermsEntity, 'chain'>) => ({
  deploymentId: ctx.deploymentId,
  network: ctx.rails.get(chain)?.network ?? '',
})
