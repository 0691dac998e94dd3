import { type VatCategory, vatCategoryOf } from './vat-category.ts'

/** Why a category charges no VAT, as the document says it: the merchant's words where they wrote any; null for categories that need no reason. */
export function exemptionReasonOf(category: VatCategory, taxExemptionReason: string | null): string | null {
  const { exemption } = vatCategoryOf(category)
  return exemption === null ? null : (taxExemptionReason ?? exemption.reason)
}
