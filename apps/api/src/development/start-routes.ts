import { emailPage } from '@gateway/pages/start/email-page'
import { mailboxPage } from '@gateway/pages/start/mailbox-page'
import { startPage } from '@gateway/pages/start/start-page'
import type { MailboxEmail } from '@gateway/pages/start/start-view'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { HttpRefusal, notFound } from '../http/errors/errors.ts'
import { isLoopback } from '../http/limits/client-address.ts'
import type { Answer, ApiRequest, Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'
import { startFiles, StartMailbox, StartStatus } from './start-status.ts'

/** The folder of `START_PAGE_FOLDER`, and the origin of the API. */
export interface StartGround {
  readonly folder: string
  readonly origin: string
}

/**
 * The start page and the mailbox of `npm run dev`, which writes what they show into a folder.
 *
 * They are routes of the API, so that they are at the address a developer opens, and so that `npm run dev` needs no listener of its own. The API
 * reads two files and nothing more: without `START_PAGE_FOLDER` the routes do not exist, and in production the API refuses to start with it. The
 * pages show a key, a password and e-mails, so they answer only a connection from this machine to a loopback name: nobody on the network reads them where
 * `HOST` is not loopback, nor does a page on the web by a name that it points at this machine (DNS rebinding).
 */
export function startRoutes({ folder, origin }: StartGround): Route[] {
  const readMailbox = async (): Promise<readonly MailboxEmail[]> => (await readKept(folder, startFiles.mailbox, StartMailbox)) ?? []
  const readEmail = async ({ params }: ApiRequest): Promise<MailboxEmail> => {
    const found = (await readMailbox()).find(({ id }) => id === params['id'])
    if (!found) throw new HttpRefusal(notFound)
    return found
  }
  const page = (path: string, draw: (request: ApiRequest, turn: { nonce: string; now: Date }) => Promise<string>): Route =>
    localRoute(path, (request) =>
      answerPage(request, async ({ nonce }) => ({ page: await draw(request, { nonce, now: new Date() }) })).then(framingMailbox),
    )
  return [
    page('/', async (_request, turn) => startPage(await readKept(folder, startFiles.status, StartStatus), turn)),
    page('/mailbox', async (_request, turn) => mailboxPage(await readMailbox(), turn)),
    page('/mailbox/{id}', async (request, turn) => emailPage(await readEmail(request), { ...turn, api: origin })),
    localRoute('/mailbox/{id}/html', async (request) => htmlAlone((await readEmail(request)).html)),
  ]
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** A route for this machine only. It counts its requests on their own, because the start page asks every two seconds. */
const localRoute = (path: string, answer: Route['answer']): Route => ({
  method: 'GET',
  path,
  cors: false,
  countedAs: 'start',
  answer: async (request) => {
    if (!isLocal(request)) throw new HttpRefusal(notFound)
    return answer(request)
  },
})

/** Both must be of this machine: the name, which a client chooses, and the connection, which tells where it is. */
const isLocal = ({ message: { headers, socket } }: ApiRequest): boolean =>
  loopback.has((headers.host ?? '').replace(/:\d+$/, '')) && isLoopback(socket.remoteAddress)

/** The pages may show the frame of an e-mail. */
const framingMailbox = (answer: Answer): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Security-Policy': `${answer.headers?.['Content-Security-Policy'] ?? ''}; frame-src 'self'` },
})

/** Nothing runs in it, nothing is loaded by it, and only our own page frames it. */
const EMAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'sandbox',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The HTML of an e-mail as a document of its own. */
function htmlAlone(html: string | undefined): Answer {
  if (html === undefined) throw new HttpRefusal(notFound)
  return { status: 200, body: html, type: 'text/html; charset=utf-8', headers: { 'Content-Security-Policy': EMAIL_POLICY } }
}

/** The content of a file; undefined before `npm run dev` has written it, which it does in one step. */
async function readKept<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): Promise<z.output<Schema> | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : schema.parse(JSON.parse(text))
}
