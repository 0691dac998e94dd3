import { canonicalEmail } from '@gateway/domain/accounts/merchant'
import { type Read, scalar } from './wire/scalar.ts'
import { readText } from './wire/text.ts'

/** Octets of a local part, a label, a domain and a whole address (RFC 5321 §4.5.3.1, RFC 1035 §2.3.4, RFC 3696 erratum 1690). */
const MOST = { local: 64, label: 63, domain: 253, address: 254 } as const

/** Characters of a dot-atom (RFC 5322 §3.2.3), and those of other scripts (RFC 6531 §3.3) that can be seen. */
const LOCAL = /^(?:[\w!#$%&'*+\-/=?^`{|}~]|[^\p{ASCII}\p{C}\p{Z}])+$/u
/** What IDNA is asked about: nothing invisible but the joiners that some scripts need, and no other full stop than our own. */
const DOMAIN = /^(?:[a-z0-9.-]|[\u200c\u200d]|[^\p{ASCII}\p{C}\p{Z}\u3002\uff0e\uff61])+$/u
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
/** Names that never lead to a host elsewhere (RFC 6761 §6.3, §6.4), and numbers, which are no names. */
const NOWHERE = /^(?:localhost|invalid|\d+)$/

/** Every e-mail address that a caller names: canonical, and one that a mail server could take. Only an e-mail can show that it is read. */
export const emailAddress = (description: string, example: string) =>
  scalar<string, string>(readEmail, { description, example, type: 'string', format: 'email', maxLength: MOST.address })

/** Reads an address in its canonical form: trimmed, in NFC and lower case. Every script is allowed on both sides of the `@`. */
export function readEmail(raw: unknown): Read<string> {
  const read = readText(raw, { min: 1, max: MOST.address })
  if ('problem' in read) return read
  const value = canonicalEmail(read.value)
  return isDeliverable(value) ? { value } : { problem: 'must be an e-mail address' }
}

/**
 * What all spellings of one recipient share: its domain in ASCII, and no detail behind a `+` (RFC 5233).
 * Where a server delivers a detail elsewhere, it still counts as the same recipient.
 */
export function recipientOf(address: string): string {
  const [local, domain] = partsOf(canonicalEmail(address))
  return `${local.replace(/(?<=.)\+.*$/s, '')}@${asciiOf(domain) ?? domain}`
}

function isDeliverable(address: string): boolean {
  const [local, domain] = partsOf(address)
  const ascii = DOMAIN.test(domain) ? asciiOf(domain) : undefined
  if (ascii === undefined || !isDotted(local)) return false
  return octetsOf(local) <= MOST.local && ascii.length <= MOST.domain && octetsOf(local) + 1 + ascii.length <= MOST.address && isName(ascii)
}

/** Before and after the last `@`; a local part that needs quotes is of no use on the way. */
function partsOf(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@')
  return [address.slice(0, Math.max(0, at)), address.slice(at + 1)]
}

const isDotted = (local: string): boolean => local.split('.').every((atom) => LOCAL.test(atom))

function isName(ascii: string): boolean {
  const labels = ascii.split('.')
  return labels.length > 1 && labels.every((label) => label.length <= MOST.label && LABEL.test(label)) && !NOWHERE.test(labels.at(-1) ?? '')
}

/** A domain as the DNS knows it (UTS 46, the same in browsers and in Node); undefined where it has no such form. */
const asciiOf = (domain: string): string | undefined => {
  const url = URL.parse(`http://${domain}`)
  return url?.hostname === '' ? undefined : url?.hostname
}

const octetsOf = (text: string): number => new TextEncoder().encode(text).length
