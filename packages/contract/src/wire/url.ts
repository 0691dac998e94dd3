import { type Read, type ScalarMeta, scalar } from './scalar.ts'
import { readText } from './text.ts'

const LONGEST_URL = 2_000
// An authority has no userinfo; parsers disagree about backslashes and control characters.
const WEB_URL = /^(?<scheme>https?:\/\/)(?<authority>[^/?#@%\s\\\p{Cc}]+)(?<rest>[/?#][^\s\\\p{Cc}]*)?$/iu
const ASCII_AUTHORITY = /^[a-z0-9.:[\]-]+$/i
// A reverse domain name of one's own (RFC 8252 §7.1); schemes of the web have no dot.
const APP_LINK = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/[^\s\\\p{Cc}]*$/iu

/** An address to which a page may lead: one of the web, or one that opens an app, such as `com.example.shop:/paid`. */
export const linkUrl = (meta: ScalarMeta) =>
  scalar<string, string>(readLinkUrl, { type: 'string', format: 'uri', maxLength: LONGEST_URL, ...meta })

/**
 * Reads an absolute http(s) URL without userinfo, backslashes, spaces or control characters (WHATWG URL).
 * It stays unchanged, except that a host in another script becomes its ASCII form (UTS #46, RFC 3492).
 */
export function readWebUrl(raw: unknown): Read<string> {
  const read = readText(raw, { min: 1, max: LONGEST_URL })
  if ('problem' in read) return read
  const { scheme = '', authority = '', rest = '' } = WEB_URL.exec(read.value)?.groups ?? {}
  const ascii = ASCII_AUTHORITY.test(authority) ? authority : findAsciiAuthority(authority)
  const value = `${scheme}${ascii}${rest}`
  return ascii !== undefined && URL.canParse(value)
    ? { value }
    : { problem: 'must be an absolute http or https URL without user name or spaces' }
}

function readLinkUrl(raw: unknown): Read<string> {
  const isAppLink = typeof raw === 'string' && APP_LINK.test(raw)
  return isAppLink ? readText(raw, { min: 1, max: LONGEST_URL }) : readWebUrl(raw)
}

/** Undefined where a label would become other letters than its ASCII form: dots and digits of other scripts look like an address that they are not. */
function findAsciiAuthority(authority: string): string | undefined {
  const [, host = '', port = ''] = /^(.*?)(:\d{1,5})?$/.exec(authority) ?? []
  if (!URL.canParse(`https://${host}`)) return undefined
  const [labels, ascii] = [host.split('.'), new URL(`https://${host}`).hostname.split('.')]
  const isFaithful = labels.length === ascii.length && labels.every((label, at) => isAsciiFormOf(ascii[at] ?? '', label))
  return isFaithful ? `${ascii.join('.')}${port}` : undefined
}

const isAsciiFormOf = (ascii: string, label: string): boolean =>
  /^[a-z0-9-]*$/i.test(label) ? ascii === label.toLowerCase() : ascii.startsWith('xn--')
