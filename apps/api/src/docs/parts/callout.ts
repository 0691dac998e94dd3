import { html, type Markup } from '@gateway/pages/html'
import { icon } from '@gateway/pages/parts/icons'

/** A note explains, a warning breaks something, money loses something. */
export type CalloutKind = 'note' | 'warning' | 'money'

/** A sentence that stands out, with a sentence or two below it. */
export const callout = (kind: CalloutKind, title: Markup | string, text: Markup): Markup =>
  html`<div class="callout callout--${kind}">
    ${icon(kind === 'note' ? 'info' : 'alert')}
    <div><strong>${title}</strong>${text}</div>
  </div>`
