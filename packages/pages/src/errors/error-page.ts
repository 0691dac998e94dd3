import { html, type Markup } from '../html.ts'
import { layout } from '../layout.ts'
import type { ErrorTexts } from '../locales/en/errors.ts'
import { errorTexts } from '../locales/error-texts.ts'
import type { Language } from '../locales/languages.ts'
import { cardNotice } from '../parts/card-notice.ts'
import { gate } from '../parts/gate.ts'
import { icon } from '../parts/icons.ts'

/** Why there is no page: none at the address, no refund behind the link, too many requests, or a request that was not taken. */
type ErrorKind = (typeof errorKinds)[number]

/** Every kind. */
export const errorKinds = ['not_found', 'refund_not_found', 'limited', 'refused'] as const

/** What an error page shows. */
interface ErrorView {
  readonly language: Language
  readonly nonce: string
  readonly kind: ErrorKind
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}

/** The page of an answer without the wanted page, while the server works. It says nothing about what exists. */
export function errorPage({ language, nonce, kind, theme }: ErrorView): string {
  const t = errorTexts[language]
  const { title, help, further } = contents[kind](t)
  return layout({
    language,
    nonce,
    theme,
    title,
    styles: ['links.css'],
    content: gate({ title, help, further }),
  })
}

interface Content {
  readonly title: string
  readonly help: string
  readonly further: Markup | ''
}

const contents: Readonly<Record<ErrorKind, (t: ErrorTexts) => Content>> = {
  not_found: (t) => ({ title: t.notFound, help: t.notFoundHelp, further: docsLink(t) }),
  refund_not_found: (t) => ({
    title: t.refundNotFound,
    help: t.refundNotFoundHelp,
    further: cardNotice({ tone: 'held', title: t.askShop, help: t.askShopHelp }),
  }),
  limited: (t) => ({ title: t.limited, help: t.limitedHelp, further: againLink(t) }),
  refused: (t) => ({ title: t.refused, help: t.refusedHelp, further: '' }),
}

const docsLink = (t: ErrorTexts): Markup =>
  html`<ul class="ways">
    <li><a href="/docs">${icon('search')}${t.searchDocs}${icon('chevronright', { flips: true })}</a></li>
  </ul>`

/** Asks for the same page again. */
const againLink = (t: ErrorTexts): Markup => html`<a class="btn btn--primary btn--block" href="">${icon('refresh')}${t.tryAgain}</a>`
