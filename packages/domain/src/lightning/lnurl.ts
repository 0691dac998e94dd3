/** LUD-12: the longest comment of a payer, in characters. */
export const MAX_COMMENT = 255

/**
 * The metadata of the pay request of an address (LUD-06, LUD-16): a JSON text whose exact bytes the `h` tag of its invoices is the SHA-256 of, so it is
 * written once and stored.
 */
export const lnurlMetadata = (address: string): string =>
  JSON.stringify([
    ['text/identifier', address],
    ['text/plain', `Payment to ${address}`],
  ])
