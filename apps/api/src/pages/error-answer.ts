import { errorPage } from '@gateway/pages/errors/error-page'
import { unknownEscrowPage } from '@gateway/pages/escrows/token-page'
import { RELOAD_SECONDS, standalonePage, standalonePolicy } from '@gateway/pages/errors/standalone-pages'
import { formatMoment } from '@gateway/pages/locales/format'
import { unknownPaymentPage } from '@gateway/pages/payments/unknown-payment-page'
import type { IncomingMessage } from 'node:http'
import type { Answer } from '../http/route.ts'
import { headersOf, HTML, type PageTurn, turnOf } from './page-answer.ts'

/** A refusal that a browser asked about. */
interface Refused {
  readonly status: number
  readonly requestId: string
  readonly now: Date
}

/** A page for a refusal, without its status. */
export type ErrorAnswer = Required<Pick<Answer, 'body' | 'type' | 'headers'>>

/** Everything under these answers in JSON, to every client. */
const PROGRAMS = /^\/(?:api|trpc|health)(?:[/?]|$)/
/** Programs get JSON at the same address. */
const VARY = 'Accept, Accept-Language'
const UNAVAILABLE = 503
const FIRST_OF_OURS = 500

/** The page of a refusal; undefined for requests of programs, which get JSON. */
export function findErrorAnswer(message: IncomingMessage, refused: Refused): ErrorAnswer | undefined {
  const [path = '', search = ''] = (message.url ?? '').split('?', 2)
  if (PROGRAMS.test(path) || !takesHtml(message.headers.accept)) return undefined
  const turn = turnOf({ message, search })
  if (refused.status >= FIRST_OF_OURS) return failureOf(turn, refused)
  return { body: drawError(turn, path, refused.status), type: HTML, headers: { ...headersOf(turn), Vary: VARY } }
}

/** True for a browser that opens a page. Programs ask for anything, or for JSON. */
const takesHtml = (accept = ''): boolean =>
  accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === 'text/html' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })

/** Under the paths of payments a shopper is here, who is told what not to do with money. */
const SHOPPERS = /^\/(?:pay|now)(?:\/|$)/
/** Under this path a party of an escrow is. */
const ESCROWS = /^\/escrow(?:\/|$)/
const REFUNDS = /^\/(?:pay-)?refund(?:\/|$)/

function drawError(turn: PageTurn, path: string, status: number): string {
  if (status === 404 && SHOPPERS.test(path)) return unknownPaymentPage(turn)
  if (status === 404 && ESCROWS.test(path)) return unknownEscrowPage(turn)
  if (status === 404) return errorPage({ ...turn, kind: REFUNDS.test(path) ? 'refund_not_found' : 'not_found' })
  return errorPage({ ...turn, kind: status === 429 ? 'limited' : 'refused' })
}

/** A failure on our side needs nothing else to work. While the service is not available the page asks again by itself. */
function failureOf(turn: PageTurn, { status, requestId, now }: Refused): ErrorAnswer {
  const kind = status === UNAVAILABLE ? 'unavailable' : 'failed'
  const body = standalonePage(kind, turn.language, { requestId, moment: formatMoment(turn.language, now.toISOString()) })
  const reload = kind === 'unavailable' ? { Refresh: String(RELOAD_SECONDS) } : {}
  return { body, type: HTML, headers: { ...headersOf(turn), 'Content-Security-Policy': standalonePolicy, Vary: VARY, ...reload } }
}
