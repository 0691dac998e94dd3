import { findVerdicts } from '@gateway/db/custody/pins/pin-queries'
import type { Em } from '@gateway/db/orm'

/**
 * True where the signer never pays whom an address pays, so that nobody may be asked to pay there. False while it has not looked, as for new payments, and
 * without terms.
 */
export async function areTermsRefused(em: Em, { payoutTermsId }: { readonly payoutTermsId: string | null }): Promise<boolean> {
  if (payoutTermsId === null) return false
  const [verdict] = await findVerdicts(em, [payoutTermsId])
  return verdict !== undefined && verdict.refused !== null
}
