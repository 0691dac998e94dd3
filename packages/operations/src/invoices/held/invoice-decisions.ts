import { NotFound } from '@gateway/domain/kernel/error'
import type { CarryOut } from '../../payments/portal/carry-out-decision.ts'
import { forwardWithin } from './forward-held.ts'

/** Carries out what a merchant decided about held money of an invoice, which is to forward it. @throws {NotFound} {InvalidState} */
export const carryOutInvoice: CarryOut = async (em, ctx, { invoiceId, merchantId }) => {
  if (invoiceId === null) throw new NotFound('invoice')
  await forwardWithin(em, ctx, { invoiceId, by: `merchant:${merchantId}` })
}
