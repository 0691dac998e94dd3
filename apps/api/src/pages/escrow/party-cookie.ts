import type { IncomingMessage } from 'node:http'
import type { Reply } from '../../http/limits/admission.ts'

// A browser takes the prefix only from this host, over TLS or from itself, for every path (RFC 6265bis §4.1.3.2); no script reads it.
const PREFIX = '__Host-escrow-'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'
/** A day; a party that returns later opens the link again. */
const SECONDS = 24 * 60 * 60
/** So many escrows can be open in one browser; more cookies would fill the headers of its requests. */
const MOST = 16
const TOKEN = /^esc_[0-9a-f]{64}$/

type Asked = Pick<IncomingMessage, 'headers'>

/** True of a text that a token can look like; nothing else is put into a cookie. */
export const isTokenShaped = (text: string): boolean => TOKEN.test(text)

/** The token that the browser keeps for an escrow; undefined without one, or with several. */
export function partyTokenOf(message: Asked, id: string): string | undefined {
  const [token, ...repeated] = cookiesOf(message).flatMap((cookie) => (cookie.id === id ? [cookie.token] : []))
  return repeated.length === 0 && token !== undefined && isTokenShaped(token) ? token : undefined
}

/** Lets the browser keep a token for its escrow, beside those of other escrows. */
export function keepPartyToken(reply: Reply, id: string, token: string): void {
  reply.headers['Set-Cookie'] = `${PREFIX}${id}=${token}; ${ATTRIBUTES}; Max-Age=${SECONDS}`
}

/** Lets the browser forget the token of an escrow. */
export function dropPartyToken(reply: Reply, id: string): void {
  reply.headers['Set-Cookie'] = `${PREFIX}${id}=; ${ATTRIBUTES}; Max-Age=0`
}

/** Lets the browser forget the oldest of too many tokens; browsers send older cookies first (RFC 6265 §5.4). */
export function dropSurplusToken(message: Asked, reply: Reply, id: string): void {
  const others = cookiesOf(message).filter((cookie) => cookie.id !== id)
  const [oldest] = others
  if (oldest !== undefined && others.length >= MOST) dropPartyToken(reply, oldest.id)
}

const NAMED = /^__Host-escrow-([0-9a-f-]{36})=(.*)$/

function cookiesOf({ headers }: Asked): { readonly id: string; readonly token: string }[] {
  return (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [, id, token] = NAMED.exec(pair.trim()) ?? []
    return id === undefined || token === undefined ? [] : [{ id, token }]
  })
}
