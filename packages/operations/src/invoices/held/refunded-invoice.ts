import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { readInvoice } from '@gateway/db/invoices/queries'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { assetOf } from '@gateway/domain/money/asset'
import type { RefundedObject, RefundOwner } from '../../payments/refunds/shared/refunded-object.ts'
import { type CryptoInvoice, hasAddress } from '../deposits/invoice-holding.ts'
import { undecidedDeposits } from './held-deposits.ts'

/** An invoice as its refund knows it: what waits at its address may go back whatever its state is. */
export const refundedInvoice = (invoice: CryptoInvoice): RefundedObject => ({
  id: invoice.id,
  of: { invoiceId: invoice.id },
  businessId: invoice.businessId,
  mode: invoice.mode,
  chain: assetOf(invoice.asset).chain,
  asset: invoice.asset,
  state: invoice.state,
  payoutTermsId: invoice.payoutTermsId,
  termsSubject: 'invoice_refund',
  description: null,
  reference: formatInvoiceNumber(invoice.number),
  isOver: true,
  reason: 'late',
  heldOf: (deposits) => undecidedDeposits(deposits).filter(({ asset }) => asset === invoice.asset),
  hasMoneyIn: (deposits) =>
    deposits.some((deposit) => deposit.asset === invoice.asset && deposit.intentId === null && !deposit.dead && !isCounted(deposit)),
  subject: 'invoice',
})

/** True of a deposit that is owed to the invoice, which no refund takes. */
const isCounted = ({ creditRevision, heldIn }: DepositEntity): boolean => creditRevision !== null && heldIn === 'payment:held'

/** The invoices whose held money goes back. */
export const invoiceRefunds: RefundOwner = async (em, { invoiceId }) => {
  const invoice = invoiceId === null ? undefined : await readInvoice(em, { id: invoiceId })
  return invoice && hasAddress(invoice) ? refundedInvoice(invoice) : undefined
}
