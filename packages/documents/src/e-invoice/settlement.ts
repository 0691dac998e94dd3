import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import type { InvoiceTotals, VatGroup } from '@gateway/domain/invoices/totals'
import { exemptionReasonOf, vatCategoryOf } from '@gateway/domain/invoices/vat-category'
import { plainAmount } from '../amounts.ts'
import { labelsOf } from '../labels/labels.ts'
import { dayElement } from './day.ts'
import { rateElement } from './rate.ts'
import { optionalElement, parentElement, textElement, type Xml } from './xml.ts'

/** How it is paid, its VAT by category and rate, when it is due, and its sums (BG-16, BG-23, BT-9, BG-22). */
export const writeSettlement = (document: InvoiceDocument, totals: InvoiceTotals): Xml =>
  parentElement('ram:ApplicableHeaderTradeSettlement', [
    textElement('ram:PaymentReference', document.number),
    textElement('ram:InvoiceCurrencyCode', document.currency),
    paymentMeansOf(document),
    ...totals.vatGroups.map((group) => breakdownOf(group, document)),
    termsOf(document),
    summationOf(document, totals),
    referenceOf(document),
  ])

/** Code 68 of UNTDID 4461 is an online payment service; the page of the invoice is its text. */
const paymentMeansOf = ({ payUrl }: InvoiceDocument): Xml =>
  payUrl === null
    ? ''
    : parentElement('ram:SpecifiedTradeSettlementPaymentMeans', [textElement('ram:TypeCode', '68'), textElement('ram:Information', payUrl)])

const breakdownOf = ({ category, rateBps, baseMinor, taxMinor }: VatGroup, document: InvoiceDocument): Xml =>
  parentElement('ram:ApplicableTradeTax', [
    textElement('ram:CalculatedAmount', plainAmount(taxMinor, document.currency)),
    textElement('ram:TypeCode', 'VAT'),
    textElement('ram:ExemptionReason', exemptionReasonOf(category, document)),
    textElement('ram:BasisAmount', plainAmount(baseMinor, document.currency)),
    textElement('ram:CategoryCode', category),
    textElement('ram:ExemptionReasonCode', vatCategoryOf(category).exemption?.code ?? null),
    rateElement(category, rateBps),
  ])

/** Newer rules demand neither, but older ones do (BR-CO-25 up to 1.3.15). */
const termsOf = ({ dueDate, language }: InvoiceDocument): Xml =>
  parentElement('ram:SpecifiedTradePaymentTerms', [
    dueDate === null ? textElement('ram:Description', labelsOf(language).onReceipt) : dayElement('ram:DueDateDateTime', dueDate),
  ])

function summationOf({ currency, paidMinor }: InvoiceDocument, { netMinor, taxMinor, totalMinor }: InvoiceTotals): Xml {
  const amount = (name: string, minor: bigint): Xml => textElement(`ram:${name}`, plainAmount(minor, currency))
  return parentElement('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    amount('LineTotalAmount', netMinor),
    amount('TaxBasisTotalAmount', netMinor),
    textElement('ram:TaxTotalAmount', plainAmount(taxMinor, currency), { currencyID: currency }),
    amount('GrandTotalAmount', totalMinor),
    paidMinor === 0n ? '' : amount('TotalPrepaidAmount', paidMinor),
    amount('DuePayableAmount', totalMinor - paidMinor),
  ])
}

/** The invoice that a credit note is about (BG-3). */
const referenceOf = ({ credits }: InvoiceDocument): Xml =>
  optionalElement('ram:InvoiceReferencedDocument', [
    textElement('ram:IssuerAssignedID', credits?.number ?? null),
    dayElement('ram:FormattedIssueDateTime', credits?.issueDate ?? null, 'qdt'),
  ])
