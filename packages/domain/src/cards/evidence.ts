/** The texts of evidence that a merchant can send, by the processor's names, with the limit of all together. */
export const evidenceTexts = [
  'product_description',
  'customer_name',
  'customer_email_address',
  'billing_address',
  'service_date',
  'shipping_carrier',
  'shipping_tracking_number',
  'shipping_date',
  'refund_policy_disclosure',
  'cancellation_rebuttal',
  'uncategorized_text',
] as const

/** Texts of evidence, each at most 20 000 characters. */
export type EvidenceTexts = { readonly [Name in (typeof evidenceTexts)[number]]?: string }

/** The kinds of files that evidence can have, by the processor's names. */
export const evidenceFiles = [
  'receipt',
  'customer_communication',
  'shipping_documentation',
  'service_documentation',
  'uncategorized_file',
] as const

/** What a file of evidence shows. */
export type EvidenceKind = (typeof evidenceFiles)[number]

/** Files of evidence, by the processor's ids of their uploads. */
export type EvidenceFiles = { readonly [Name in EvidenceKind]?: string }
