import { InvalidToken } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { IncomingMessage } from 'node:http'
import type { Reply } from './limits/admission.ts'

// A browser takes the prefix only from this host, over TLS or from itself, for every path (RFC 6265bis §4.1.3.2); no script reads it.
const NAME = '__Host-session'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'
const STREAM = /^\/api\/payments\/[^/]+\/events$/
const UPLOADS = '/portal/uploads/'

/** Where the portal asks with a cookie: procedures, the stream of a payment, its own files and its uploads. Everywhere else a cookie means nothing. */
export function takesCookies({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): boolean {
  const [path = ''] = url.split('?')
  if (path.startsWith('/trpc/')) return true
  if (method === 'POST') return path.startsWith(UPLOADS)
  return (method === 'GET' || method === 'HEAD') && (path.startsWith('/portal/') || STREAM.test(path))
}

/** The token in the cookie of a request; undefined without one, empty when there are several. */
export const sessionCookieOf = (message: Pick<IncomingMessage, 'headers'>): string | undefined => cookieOf(message, NAME)

/** The text of a cookie; undefined without one, empty when there are several. */
export function cookieOf({ headers }: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const [text, ...repeated] = pairs.filter((pair) => pair.startsWith(`${name}=`)).map((pair) => pair.slice(name.length + 1))
  return repeated.length > 0 ? '' : text
}

/** Lets the browser keep a token until its session ends. */
export function keepSession({ reply }: { reply: Reply }, { token, expiresInSeconds }: { token: string; expiresInSeconds: number }): void {
  reply.headers['Set-Cookie'] = `${NAME}=${token}; ${ATTRIBUTES}; Max-Age=${expiresInSeconds}`
}

/** Lets the browser forget the token. */
export function dropSession({ reply }: { reply: Reply }): void {
  reply.headers['Set-Cookie'] = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`
}

/** Passes the actor of a credential on; the browser forgets a cookie that opens nothing any more. */
export async function droppingDeadSession<Known extends Actor | undefined>(
  ctx: { reply: Reply; isCookie: boolean },
  asked: Promise<Known>,
): Promise<Known> {
  try {
    return await asked
  } catch (error) {
    if (ctx.isCookie && error instanceof InvalidToken) dropSession(ctx)
    throw error
  }
}
