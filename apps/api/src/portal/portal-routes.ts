import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentRoute } from '../http/documents/document.ts'
import { HttpRefusal, notFound } from '../http/errors/errors.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { HTML, headersOf, turnOf } from '../pages/page-answer.ts'

/** Below this path every address is a page of the portal. */
const PORTAL = '/dashboard'
/** The build writes it where the nonce of an answer belongs. */
const NONCE = '__NONCE__'
/** Names of built files contain a digest of their content. */
const FOREVER = 'public, max-age=31536000, immutable'

const types: Readonly<Record<string, string>> = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' }

/**
 * The built portal: its files, and its one page for every address below `/dashboard`, which decides by itself what to show.
 *
 * @param folder - written by `npm run build`.
 * @throws {Error} when nothing is built there.
 */
export function portalRoutes(folder: string): Route[] {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const answer = async (request: ApiRequest): Promise<Answer> => answerPortal(page, request)
  const pages = [PORTAL, `${PORTAL}/`, `${PORTAL}/*page`].map((path): Route => ({
    method: 'GET',
    path,
    cors: false,
    countedAs: 'portal',
    answer,
  }))
  return [...readdirSync(join(folder, 'assets')).map((name) => fileRoute(folder, name)), ...pages]
}

const fileRoute = (folder: string, name: string): Route =>
  documentRoute({
    path: `${PORTAL}/assets/${name}`,
    text: readFileSync(join(folder, 'assets', name)),
    type: types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream',
    headers: { 'Cache-Control': FOREVER },
    countedAs: 'assets',
  })

/** A missing file, of another build, is no page: a browser would take the page for a script. @throws {HttpRefusal} 404 */
function answerPortal(page: string, request: ApiRequest): Answer {
  if (request.message.url?.startsWith(`${PORTAL}/assets/`)) throw new HttpRefusal(notFound)
  const turn = { ...turnOf(request), language: 'en' as const }
  return { status: 200, body: page.replaceAll(NONCE, turn.nonce), type: HTML, headers: headersOf(turn) }
}

/** Where a browser that opens the bare address is sent. */
export const portalDoor: Route = {
  method: 'GET',
  path: '/',
  cors: false,
  answer: async () => ({ status: 303, body: '', headers: { Location: PORTAL } }),
}
