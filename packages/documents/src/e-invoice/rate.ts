import type { VatCategory } from '@gateway/domain/invoices/vat-category'
import type { Bps } from '@gateway/domain/money/rounding'
import { plainRate } from '../amounts.ts'
import { textElement, type Xml } from './xml.ts'

/** The rate of a category; none for what is not subject to VAT (BR-O-05). */
export const rateElement = (category: VatCategory, rateBps: Bps): Xml =>
  category === 'O' ? '' : textElement('ram:RateApplicablePercent', plainRate(rateBps))
