import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { findPinRefusal } from '../../../custody/pins/find-pin-refusal.ts'

/** The reason to end a refund for what is known of its money and its address; undefined while it may still be paid. */
export async function findMoneyEnd(em: Em, { back, isHeld }: { back: RefundEntity; isHeld: boolean }): Promise<string | undefined> {
  if (!isHeld) return 'nothing_is_held'
  return back.payoutTermsId === null ? undefined : findPinRefusal(em, back.payoutTermsId)
}
