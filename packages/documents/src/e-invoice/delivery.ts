import type { InvoiceDocument } from '@gateway/domain/invoices/invoice-document'
import { dayElement } from './day.ts'
import { optionalElement, parentElement, textElement, type Xml } from './xml.ts'

/** When and, for a supply to another EU country, where it was delivered (BT-72, BT-80; BR-IC-11, BR-IC-12). */
export function writeDelivery({ lines, serviceDate, buyer }: InvoiceDocument): Xml {
  const isIntraCommunity = lines.some(({ taxCategory }) => taxCategory === 'K')
  const country = isIntraCommunity ? (buyer.address?.country ?? null) : null
  return parentElement('ram:ApplicableHeaderTradeDelivery', [
    optionalElement('ram:ShipToTradeParty', [optionalElement('ram:PostalTradeAddress', [textElement('ram:CountryID', country)])]),
    optionalElement('ram:ActualDeliverySupplyChainEvent', [dayElement('ram:OccurrenceDateTime', serviceDate)]),
  ])
}
