import { html, type Markup } from '../html.ts'
import { wordmark } from '../parts/brand.ts'
import { glyph } from '../parts/glyphs.ts'
import { devFrame } from './dev-frame.ts'
import { type Headline, headlineOf } from './headline.ts'
import { demoCard, firstCardPaymentCard, firstPaymentCard, linksCard, partsCard, walletsCard } from './start-cards.ts'
import type { StartView } from './start-view.ts'

/** The time and the nonce of an answer. */
export interface StartTurn {
  readonly now: Date
  readonly nonce: string
  readonly theme?: 'light' | 'dark' | undefined
}

/** The start page of a development gateway; while it is starting there is no view. A script reads it again every two seconds. */
export function startPage(view: StartView | undefined, { now, nonce, theme }: StartTurn): string {
  const headline = headlineOf(view, now)
  return devFrame({
    nonce,
    theme,
    title: 'Gateway on this machine',
    content: html`<main class="start" id="main" data-start="${headline.state}">
      <div class="start__top" id="top" data-parts>${head(headline, view)}</div>
      <div class="notice" id="offline" data-state="failed" hidden>
        ${glyph('failed')}
        <div>
          <strong>The gateway does not answer</strong>
          <p>What you see is from before. This page goes on asking.</p>
        </div>
      </div>
      <div class="start__cols">
        <div id="left" data-parts>${view && [firstPaymentCard(view), firstCardPaymentCard(view), demoCard(view), walletsCard(view)]}</div>
        <div id="right" data-parts>${view && [partsCard(view, now), linksCard(view)]}</div>
      </div>
    </main>`,
  })
}

const head = ({ state, title, help }: Headline, view: StartView | undefined): Markup =>
  html`<header class="start__head" data-part="head" data-state="${state}">
    <div>
      ${wordmark}
      <h1>${title}</h1>
      <p>${help}</p>
    </div>
    ${view ? html`<a class="btn btn--primary" id="go" href="/docs">Quick start</a>` : html`<a class="btn" id="go" href="/">Look again</a>`}
  </header>`
