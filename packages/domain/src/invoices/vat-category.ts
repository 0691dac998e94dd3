/** What an invoice says about a category under which no VAT is charged. */
interface Exemption {
  /** CEF code list VATEX. Null where only the merchant knows the reason. */
  readonly code: string | null
  /** Null where the merchant must write it. */
  readonly reason: string | null
}

/** How a VAT category is written and what it asks for. */
interface VatCategoryFacts {
  readonly name: string
  /** Whether its rate is above 0; the rate of any other category is 0. */
  readonly isTaxed: boolean
  readonly exemption: Exemption | null
  /** VAT ids without which the category is not allowed; `none` forbids them. */
  readonly vatIds: 'optional' | 'seller' | 'both' | 'none'
}

/** The VAT categories of EN 16931 (UNCL 5305) that merchants can choose. */
export const vatCategories = {
  S: { name: 'Standard or reduced rate', isTaxed: true, exemption: null, vatIds: 'optional' },
  Z: { name: 'Zero rated', isTaxed: false, exemption: null, vatIds: 'optional' },
  E: { name: 'Exempt', isTaxed: false, exemption: { code: null, reason: null }, vatIds: 'optional' },
  AE: { name: 'Reverse charge', isTaxed: false, exemption: { code: 'VATEX-EU-AE', reason: 'Reverse charge' }, vatIds: 'both' },
  K: {
    name: 'Intra-community supply',
    isTaxed: false,
    exemption: { code: 'VATEX-EU-IC', reason: 'Intra-community supply' },
    vatIds: 'both',
  },
  G: {
    name: 'Export outside the EU',
    isTaxed: false,
    exemption: { code: 'VATEX-EU-G', reason: 'Export outside the EU' },
    vatIds: 'seller',
  },
  O: { name: 'Not subject to VAT', isTaxed: false, exemption: { code: 'VATEX-EU-O', reason: 'Not subject to VAT' }, vatIds: 'none' },
} as const satisfies Readonly<Record<string, VatCategoryFacts>>

/** The code of a VAT category. */
export type VatCategory = keyof typeof vatCategories

/** Every category, in the order of the table. */
export const vatCategoryCodes = Object.keys(vatCategories) as VatCategory[]

/** The facts of a category, typed by the table's common shape. */
export const vatCategoryOf = (code: VatCategory): VatCategoryFacts => vatCategories[code]

/** What of a document says why it charges no VAT. */
interface Exempted {
  readonly lines: readonly { readonly taxCategory: VatCategory }[]
  /** The merchant's words. */
  readonly taxExemptionReason: string | null
}

/**
 * Why a category charges no VAT, as the document says it; null for categories that need no reason. Category E has no other reason than the merchant's words, so
 * beside it they are about nothing else; without it they stand in place of every reason.
 */
export function exemptionReasonOf(category: VatCategory, { lines, taxExemptionReason }: Exempted): string | null {
  const { exemption } = vatCategoryOf(category)
  if (exemption === null) return null
  const isMeant = category === 'E' || !hasExempt(lines)
  return (isMeant ? taxExemptionReason : null) ?? exemption.reason
}

/** Whether lines are exempt for a reason that the merchant alone knows. */
export const hasExempt = (lines: Exempted['lines']): boolean => lines.some(({ taxCategory }) => taxCategory === 'E')
