import { html, type Markup, type Part, trusted } from './html.ts'
import { type Language, languages } from './locales/languages.ts'
import { shellTexts } from './locales/shell-texts.ts'
import { initialOf, wordmark } from './parts/brand.ts'
import { languageForm } from './parts/language-form.ts'
import { assetUrl, type ScriptName, type SheetName } from './assets.ts'

/** The frame of a public page. */
export interface Frame {
  readonly language: Language
  /** Of this answer's Content-Security-Policy; scripts without it do not run. */
  readonly nonce: string
  readonly title: Part
  /** The merchant whose page this is; its name comes first. Without one the wordmark stands there. */
  readonly merchant?: string | undefined
  /** True where only coins without value are taken: a strip says so above everything. */
  readonly isTest?: boolean
  /** Style sheets besides `public.css`. */
  readonly styles?: readonly SheetName[]
  /** The page's module script; by default the one that every page has. */
  readonly script?: ScriptName
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark' | undefined
  /** What the address of the page names besides its language. */
  readonly query?: Readonly<Record<string, string>> | undefined
  /** The page, with a `<main id="main">` of its own. */
  readonly content: Markup
}

/** A complete public page: head, skip link, test strip, masthead, content, footer, and one empty live region for scripts to announce in. */
export function layout(frame: Frame): string {
  const { language, content, isTest = false } = frame
  const texts = shellTexts[language]
  const theme = frame.theme === undefined ? '' : html` data-theme="${frame.theme}"`
  return html`${trusted('<!doctype html>')}
    <html lang="${language}" dir="${languages[language].dir}" ${theme}>
      ${head(frame)}
      <body class="public">
        <a class="skip" href="#main">${texts.skip}</a>
        ${isTest ? html`<aside class="test-strip"><span>${texts.testMode}</span></aside>` : ''}
        <header class="masthead">${face(frame)} ${languageForm(language, frame.query)}</header>
        ${content}
        <footer class="foot">
          <span class="foot__by">${texts.paymentBy} ${wordmark}</span>
          <span class="push">${texts.recoveryPhrase}</span>
        </footer>
        <p id="live" class="sr-only" role="status" aria-live="polite"></p>
      </body>
    </html>`.markup
}

const head = ({ title, nonce, styles = [], script = 'language.js' }: Frame): Markup =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="robots" content="noindex" />
    <link rel="icon" href="${assetUrl('icon.svg')}" />
    <title>${title}</title>
    ${(['public.css', ...styles] as const).map((name) => html`<link rel="stylesheet" href="${assetUrl(name)}" />`)}
    <script type="module" nonce="${nonce}" src="${assetUrl(script)}"></script>
  </head>`

const face = ({ merchant }: Frame): Markup =>
  merchant === undefined
    ? wordmark
    : html`<span class="avatar" aria-hidden="true">${initialOf(merchant)}</span> <bdi class="masthead__name">${merchant}</bdi>`
