import { type Read, type ScalarMeta, scalar } from './scalar.ts'
import { readText } from './text.ts'

const LONGEST_URL = 2_000
// The authority is ASCII without userinfo; parsers disagree about backslashes and control characters.
const WEB_URL = /^https?:\/\/[a-z0-9.:[\]-]+(?:[/?#][^\s\\\p{Cc}]*)?$/iu

/** An absolute http or https address, kept unchanged. */
export const webUrl = (meta: ScalarMeta) =>
  scalar<string, string>(readWebUrl, { type: 'string', format: 'uri', maxLength: LONGEST_URL, ...meta })

/** Reads an absolute http(s) URL without userinfo, backslashes, spaces or control characters (WHATWG URL). */
export function readWebUrl(raw: unknown): Read<string> {
  const read = readText(raw, { min: 1, max: LONGEST_URL })
  if ('problem' in read) return read
  const isWebUrl = WEB_URL.test(read.value) && URL.canParse(read.value)
  return isWebUrl ? read : { problem: 'must be an absolute http or https URL without user name or spaces' }
}
