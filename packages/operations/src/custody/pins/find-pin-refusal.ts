import { findPayoutTermsPins } from '@gateway/db/custody/pins/pin-queries'
import type { Em } from '@gateway/db/orm'

/** The reason a commit was refused; undefined when it is pinned or not checked yet. */
export async function findPinRefusal(em: Em, payoutTermsId: string): Promise<string | undefined> {
  const pins = await findPayoutTermsPins(em, [payoutTermsId])
  return pins.get(payoutTermsId)?.refused ?? undefined
}
