import { chooseLanguage } from '@gateway/pages/locales/choose-language'
import type { Language } from '@gateway/pages/locales/languages'
import { randomBytes } from 'node:crypto'
import type { Answer, ApiRequest } from '../http/route.ts'
import { pageHeaders } from './page-headers.ts'

/** What a page is drawn for: the language of its reader, and the nonce of this answer. */
export interface PageTurn {
  readonly language: Language
  readonly nonce: string
}

/** A page and its status; 200 by default. */
interface Page {
  readonly page: string
  readonly status?: number
}

/** Media type of a page. */
export const HTML = 'text/html; charset=utf-8'
const NONCE_BYTES = 16

/** The language of a request (`?lang=`, then `Accept-Language`), and a nonce of its own. */
export const turnOf = ({ message, search }: Pick<ApiRequest, 'message' | 'search'>): PageTurn => ({
  language: chooseLanguage({ asked: new URLSearchParams(search).get('lang'), accepted: message.headers['accept-language'] }),
  nonce: randomBytes(NONCE_BYTES).toString('base64'),
})

/** The headers of a page that was drawn for a turn. */
export const headersOf = ({ language, nonce }: PageTurn): Readonly<Record<string, string>> => ({
  ...pageHeaders(nonce),
  'Content-Language': language,
  Vary: 'Accept-Language',
})

/** Answers with an HTML page in the language of the request, under the headers of public pages. */
export async function answerPage(
  request: Pick<ApiRequest, 'message' | 'search'>,
  draw: (turn: PageTurn) => Page | Promise<Page>,
): Promise<Answer> {
  const turn = turnOf(request)
  const { page, status = 200 } = await draw(turn)
  return { status, body: page, type: HTML, headers: headersOf(turn) }
}
