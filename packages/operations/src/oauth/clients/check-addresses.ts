import { InvalidField } from '@gateway/domain/kernel/error'

/** The addresses of a client that are about to be stored. */
interface Addresses {
  readonly isPublic: boolean
  readonly redirectUris?: readonly string[] | undefined
  readonly postLogoutRedirectUris?: readonly string[] | undefined
}

/** The machine of the user; an app there has no certificate that others trust (RFC 8252 §7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/**
 * Makes sure that a public client can sign its users in: the library serves no such client with an https address of the user's own machine.
 *
 * @throws {InvalidField} for the list that holds such an address.
 */
export function checkAddresses({ isPublic, redirectUris = [], postLogoutRedirectUris = [] }: Addresses): void {
  if (!isPublic) return
  const lists = { redirect_uris: redirectUris, post_logout_redirect_uris: postLogoutRedirectUris }
  const [field] = Object.entries(lists).find(([, uris]) => uris.some(isSecureLoopback)) ?? []
  if (field !== undefined) throw new InvalidField(field, 'must use http for 127.0.0.1, [::1] and localhost in a public client')
}

function isSecureLoopback(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && LOOPBACK.has(url.hostname)
}
