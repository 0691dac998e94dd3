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

const HTML = 'text/html; charset=utf-8'
const NONCE_BYTES = 16

/** Answers with an HTML page in the language of the request (`?lang=`, then `Accept-Language`), under the headers of public pages. */
export async function answerPage(
  { message, search }: Pick<ApiRequest, 'message' | 'search'>,
  draw: (turn: PageTurn) => Page | Promise<Page>,
): Promise<Answer> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  const language = chooseLanguage({ asked: new URLSearchParams(search).get('lang'), accepted: message.headers['accept-language'] })
  const { page, status = 200 } = await draw({ language, nonce })
  return { status, body: page, type: HTML, headers: { ...pageHeaders(nonce), 'Content-Language': language, Vary: 'Accept-Language' } }
}
