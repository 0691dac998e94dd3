import { type Read, scalar, type ScalarMeta } from '../wire/scalar.ts'
import { readText } from '../wire/text.ts'

const LONGEST = 2_000
/** Twice as many as an app with a page for each environment has. */
const MOST = 10
/** Printable ASCII without spaces, quotes, backslashes and brackets of other syntaxes; addresses are compared byte for byte. */
const CHARACTERS = /^[!#-;=?-[\]_a-z~]+$/i
/** Hosts that only the machine of the user itself can answer (RFC 8252 §7.3). */
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** How many addresses a list must have. */
interface ListMeta extends ScalarMeta {
  readonly least: 0 | 1
}

/** Addresses that a browser is sent back to with an answer: each once, in the order in which they were sent. */
export const redirectUrls = ({ least, ...meta }: ListMeta) =>
  scalar<readonly string[], readonly string[]>((raw) => readRedirectUrls(raw, least), {
    type: 'array',
    items: { type: 'string', format: 'uri', maxLength: LONGEST },
    minItems: least,
    maxItems: MOST,
    ...meta,
  })

function readRedirectUrls(raw: unknown, least: number): Read<readonly string[]> {
  const named: readonly unknown[] | undefined = Array.isArray(raw) ? raw : undefined
  if (!named || named.length < least || named.length > MOST) return { problem: `must be a list of ${least} to ${MOST} addresses` }
  const read = named.map(readRedirectUrl)
  const [problem] = read.flatMap((one) => ('problem' in one ? [one.problem] : []))
  return problem === undefined ? { value: [...new Set(read.flatMap((one) => ('value' in one ? [one.value] : [])))] } : { problem }
}

/**
 * Reads an address that answers are sent to: absolute, without a fragment or user name, over https, or over http to the machine itself
 * (RFC 6749 §3.1.2, RFC 8252 §7.3). It stays unchanged.
 */
export function readRedirectUrl(raw: unknown): Read<string> {
  const read = readText(raw, { min: 1, max: LONGEST })
  if ('problem' in read) return read
  const problem = findProblem(read.value)
  return problem === undefined ? read : { problem }
}

function findProblem(text: string): string | undefined {
  const url = CHARACTERS.test(text) ? URL.parse(text) : null
  if (!url || !/^https?:\/\/[^/]/i.test(text)) return 'must be an absolute https URL in ASCII'
  if (text.includes('#')) return 'must have no fragment'
  if (authorityOf(text).includes('@')) return 'must have no user name'
  if (url.hostname.includes('*')) return 'must name one host'
  return url.protocol === 'https:' || LOOPBACK.has(url.hostname) ? undefined : 'must use https; http is for 127.0.0.1, [::1] and localhost'
}

const authorityOf = (text: string): string => text.split(/[/?#]/)[2] ?? ''
