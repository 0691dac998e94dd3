import { type InvoiceLine, netOfLine } from '@gateway/domain/invoices/invoice-line'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { plainAmount, plainQuantity } from '../amounts.ts'
import { rateElement } from './rate.ts'
import { parentElement, textElement, type Xml } from './xml.ts'

/** A line: what, at which net price, how many, and its VAT (BG-25). */
export const writeLine = (line: InvoiceLine, { number, currency }: { number: number; currency: FiatCode }): Xml =>
  parentElement('ram:IncludedSupplyChainTradeLineItem', [
    parentElement('ram:AssociatedDocumentLineDocument', [textElement('ram:LineID', String(number))]),
    parentElement('ram:SpecifiedTradeProduct', [textElement('ram:Name', line.description)]),
    parentElement('ram:SpecifiedLineTradeAgreement', [
      parentElement('ram:NetPriceProductTradePrice', [textElement('ram:ChargeAmount', plainAmount(line.unitAmountMinor, currency))]),
    ]),
    parentElement('ram:SpecifiedLineTradeDelivery', [
      textElement('ram:BilledQuantity', plainQuantity(line.quantity), { unitCode: line.unitCode }),
    ]),
    parentElement('ram:SpecifiedLineTradeSettlement', [
      parentElement('ram:ApplicableTradeTax', [
        textElement('ram:TypeCode', 'VAT'),
        textElement('ram:CategoryCode', line.taxCategory),
        rateElement(line.taxCategory, line.taxRateBps),
      ]),
      parentElement('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        textElement('ram:LineTotalAmount', plainAmount(netOfLine(line), currency)),
      ]),
    ]),
  ])
