import { readFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { html, type Markup, trusted } from '../html.ts'
import type { ErrorTexts } from '../locales/en/errors.ts'
import { errorTexts } from '../locales/error-texts.ts'
import { type Language, languageCodes, languages } from '../locales/languages.ts'
import { wordmark } from '../parts/brand.ts'
import { icon, type IconName } from '../parts/icons.ts'

/** A failure on our side: the page could not be made, or the service is not available. */
export type FailureKind = 'failed' | 'unavailable'

/** The facts that one answer fills in. */
interface Filled {
  /** Only of alphanumerics, dots, dashes and underscores. */
  readonly requestId: string
  /** As its reader writes it. */
  readonly moment: string
}

const read = (name: string): string => readFileSync(new URL(`../styles/${name}.css`, import.meta.url), 'utf8')
const css = ['tokens', 'standalone'].map(read).join('\n')

/** How often the page of an unavailable service is asked for again. */
export const RELOAD_SECONDS = 30

/** The policy of these pages: nothing is loaded and nothing runs; their only style is the one inside them. */
export const standalonePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'`

/**
 * The page of a failure on our side. All are drawn when the process starts and load nothing, so an answer needs neither the database nor a template
 * nor a second request.
 */
export const standalonePage = (kind: FailureKind, language: Language, { requestId, moment }: Filled): string =>
  drawn[kind][language].replace(REQUEST_ID, () => requestId).replace(MOMENT, () => moment)

const REQUEST_ID = '{request id}'
const MOMENT = '{moment}'

const document = (language: Language, title: string, content: Markup): string =>
  html`${trusted('<!doctype html>')}
    <html lang="${language}" dir="${languages[language].dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${trusted(`<style>${css}</style>`)}
      </head>
      <body>
        <main>${wordmark} ${content}</main>
      </body>
    </html>`.markup

const heading = (title: string, help: string): Markup =>
  html`<div>
    <h1>${title}</h1>
    <p>${help}</p>
  </div>`

const failed = (t: ErrorTexts): Markup =>
  html`${heading(t.failed, t.failedHelp)}
    <p class="reqid"><small>${t.requestId}</small><code dir="ltr">${REQUEST_ID}</code></p>
    <a class="btn" href="">${icon('refresh')}${t.tryAgain}</a>
    <p class="hint">${t.aboutToPay} <bdi>${MOMENT}</bdi></p>`

const unavailable = (t: ErrorTexts): Markup =>
  html`${heading(t.unavailable, t.unavailableHelp)}
    <ul class="cases">
      ${aCase('check', t.paidAlready, t.paidAlreadyHelp)} ${aCase('clock', t.notPaidYet, t.notPaidYetHelp)}
      ${aCase('info', t.runShop, t.runShopHelp)}
    </ul>`

const aCase = (name: IconName, title: string, help: string): Markup =>
  html`<li>
    ${icon(name)}
    <div><b>${title}</b><span>${help}</span></div>
  </li>`

const contents: Readonly<Record<FailureKind, (t: ErrorTexts) => Markup>> = { failed, unavailable }

const inEveryLanguage = (kind: FailureKind): Readonly<Record<Language, string>> => {
  const pages = languageCodes.map((language) => {
    const t = errorTexts[language]
    return [language, document(language, t[kind], contents[kind](t))] as const
  })
  return Object.fromEntries(pages) as Record<Language, string>
}

const drawn: Readonly<Record<FailureKind, Readonly<Record<Language, string>>>> = {
  failed: inEveryLanguage('failed'),
  unavailable: inEveryLanguage('unavailable'),
}
