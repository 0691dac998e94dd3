import { assetUrl } from '../assets.ts'
import { html, type Markup, trusted } from '../html.ts'
import { wordmark } from '../parts/brand.ts'

/** The frame of a page for the developer at this machine. */
export interface DevFrame {
  /** Of this answer's Content-Security-Policy. */
  readonly nonce: string
  readonly title: string
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark' | undefined
  /** The page, with a `<main id="main">` of its own. */
  readonly content: Markup
}

/** A complete page of a development gateway: head, skip link, the strip that says where this is, content, live region. */
export const devFrame = ({ nonce, title, theme, content }: DevFrame): string =>
  html`${trusted('<!doctype html>')}
    <html lang="en" dir="ltr" ${theme === undefined ? '' : html`data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="${assetUrl('icon.svg')}" />
        <title>${title}</title>
        <link rel="stylesheet" href="${assetUrl('public.css')}" />
        <link rel="stylesheet" href="${assetUrl('start.css')}" />
        <script type="module" nonce="${nonce}" src="${assetUrl('start.js')}"></script>
      </head>
      <body class="public">
        <a class="skip" href="#main">Skip to the content</a>
        <header class="test-strip"><span>Development on this machine. Coins here are worth nothing.</span></header>
        ${content}
        <p id="live" class="sr-only" role="status" aria-live="polite"></p>
      </body>
    </html>`.markup

/** The wordmark, as the way back to the start page. */
export const homeLink: Markup = html`<a class="start__home" href="/">${wordmark}</a>`
