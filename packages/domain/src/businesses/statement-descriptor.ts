/** What a business wants to be called on card statements (docs.stripe.com/get-started/account/statement-descriptors). */
export const STATEMENT_DESCRIPTOR = { least: 5, most: 22 } as const

/** ASCII from space to tilde without the characters that statements do not take, and with at least one letter. */
const PATTERN = /^(?=.*[A-Za-z])[\x20-\x7e]*$/
const REFUSED = /[<>\\'"*]/

/** True for a text that card statements can show: 5 to 22 characters of ASCII with a letter and none of `< > \ ' " *`. */
export const isStatementDescriptor = (text: string): boolean =>
  text.length >= STATEMENT_DESCRIPTOR.least &&
  text.length <= STATEMENT_DESCRIPTOR.most &&
  PATTERN.test(text) &&
  !REFUSED.test(text) &&
  text.trim() === text
