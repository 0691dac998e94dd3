/** The processor puts its account's prefix before it; both together have at most 22 characters. */
const MAX_LENGTH = 10

/**
 * What the cardholder reads of a business beside the processor's prefix: letters, digits and spaces of ASCII, with at least one letter; undefined for a
 * name that has none (docs.stripe.com/get-started/account/statement-descriptors).
 */
export function descriptorSuffix(statementName: string): string | undefined {
  const plain = statementName
    .normalize('NFKD')
    .replace(/[^a-z0-9 ]/gi, '')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .trim()
  return /[a-z]/i.test(plain) ? plain.toUpperCase() : undefined
}
