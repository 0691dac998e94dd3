import { IncomingMessage } from 'node:http'
import { parse, type ParsedUrlQuery, stringify } from 'node:querystring'

const FORM_TYPE = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** A request whose body can be read once more, as a form. */
export type UnreadForm = IncomingMessage & { readonly body: ParsedUrlQuery }

/**
 * The request again, with its body unread and parsed: a form, or a JSON object as a form. Both are the same whatever charset the request names, and
 * a body of another type is left to be refused.
 */
export function unreadForm({ socket, method, url, headers, httpVersion }: IncomingMessage, bytes: Buffer): UnreadForm {
  const [type = ''] = (headers['content-type'] ?? '').split(';')
  const kind = type.trim().toLowerCase()
  const text = kind === JSON_TYPE ? stringify(membersOf(bytes.toString('utf8'))) : stringify(parse(bytes.toString('utf8')))
  const { 'transfer-encoding': _chunked, ...kept } = headers
  const typed = kind === JSON_TYPE || kind === FORM_TYPE ? { 'content-type': FORM_TYPE } : {}
  const unread = Object.assign(new IncomingMessage(socket), { method, url, httpVersion, complete: true, body: parse(text) })
  unread.headers = { ...kept, ...typed, 'content-length': String(Buffer.byteLength(text)) }
  unread.push(text)
  unread.push(null)
  return unread
}

/** Text that is no JSON object is an empty form. */
function membersOf(text: string): ParsedUrlQuery {
  try {
    const value: unknown = JSON.parse(text)
    // What is no text in it becomes an empty member.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ParsedUrlQuery) : {}
  } catch {
    return {}
  }
}
