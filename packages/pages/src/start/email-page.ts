import { html, type Markup, type Part } from '../html.ts'
import { devFrame, homeLink } from './dev-frame.ts'
import { moment } from './mailbox-page.ts'
import type { StartTurn } from './start-page.ts'
import type { MailboxEmail } from './start-view.ts'

/**
 * One e-mail: its headers, its HTML in a frame in which nothing runs and no link leads anywhere, and its text, in which links to this gateway work.
 *
 * @param turn.api - Origin of this gateway.
 */
export const emailPage = (email: MailboxEmail, { nonce, theme, api }: StartTurn & { readonly api: string }): string =>
  devFrame({
    nonce,
    theme,
    title: `${email.subject} – Mailbox`,
    content: html`<main class="start" id="main">
      <header class="start__head">
        <div>
          ${homeLink}
          <p class="start__crumb"><a href="/mailbox">Mailbox</a></p>
          <h1>${email.subject}</h1>
        </div>
      </header>
      <section class="card" aria-label="Headers">
        <dl class="facts">
          ${headersOf(email).map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>
      </section>
      ${email.html === undefined ? '' : asHtml(email)}
      <section class="card" aria-labelledby="text">
        <div class="card__head"><h2 id="text">As text</h2></div>
        <pre class="mail__text" tabindex="0" role="region" aria-label="Text of the e-mail">${linked(email.text, api)}</pre>
      </section>
    </main>`,
  })

const headersOf = ({ from, to, receivedAt, files = [] }: MailboxEmail): readonly (readonly [string, string])[] => [
  ['From', from],
  ['To', to],
  ['Sent', moment(receivedAt)],
  ...files.map((file) => ['File', file] as const),
]

const asHtml = ({ id, subject }: MailboxEmail): Markup =>
  html`<section class="card" aria-labelledby="html">
    <div class="card__head">
      <h2 id="html">As HTML</h2>
      <span class="hint push">Its links work in the text below</span>
    </div>
    <iframe class="mail__html" src="/mailbox/${id}/html" sandbox title="${subject}"></iframe>
  </section>`

/** The text with links to this gateway; other addresses stay text, because anything may be written in an e-mail. */
function linked(text: string, api: string): Part {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/g)
  return parts.map((part) => (part === api || part.startsWith(`${api}/`) ? html`<a href="${part}">${part}</a>` : part))
}
