import { findVerdicts } from '@gateway/db/custody/pins/pin-queries'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'

/**
 * True where the signer never pays whom the address of an invoice pays, so that nobody may be asked to pay there. False while it has not looked, as for
 * payments, and without an address.
 */
export async function areTermsRefused(em: Em, { payoutTermsId }: Pick<InvoiceEntity, 'payoutTermsId'>): Promise<boolean> {
  if (payoutTermsId === null) return false
  const [verdict] = await findVerdicts(em, [payoutTermsId])
  return verdict !== undefined && verdict.refused !== null
}
