/** A web page, or an app under a reverse domain name (RFC 8252 §7.1); never `javascript:` or another scheme that a browser acts on itself. */
const FOLLOWABLE = /^(?:https?:\/\/|[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/)/i

/** The merchant's link for this payment, with the payment's id where the link asks for it; undefined without one that a page may lead to. */
export const merchantLink = (link: string | null, { id }: { readonly id: string }): string | undefined =>
  link !== null && FOLLOWABLE.test(link) ? link.replaceAll('{payment_id}', encodeURIComponent(id)) : undefined
