import { html, type Markup } from '../html.ts'
import { icon } from '../parts/icons.ts'
import { devFrame, homeLink } from './dev-frame.ts'
import type { StartTurn } from './start-page.ts'
import type { MailboxEmail } from './start-view.ts'

/** All e-mails of a development gateway, newest first. */
export const mailboxPage = (emails: readonly MailboxEmail[], { nonce, theme }: StartTurn): string =>
  devFrame({
    nonce,
    theme,
    title: 'Mailbox of the gateway on this machine',
    content: html`<main class="start" id="main">
      <header class="start__head">
        <div>
          ${homeLink}
          <h1>Mailbox</h1>
          <p>Every e-mail that this gateway sent. None left this machine.</p>
        </div>
        <a class="btn" href="/mailbox">${icon('refresh')}Look again</a>
      </header>
      <section class="card" aria-label="E-mails">
        ${
          emails.length === 0
            ? none
            : html`<ul class="mails">
                ${emails.map(row)}
              </ul>`
        }
      </section>
    </main>`,
  })

const none: Markup = html`<p class="card__body">No e-mail yet. Register an account, or ask for a new password, and one is here.</p>`

const row = ({ id, receivedAt, to, subject }: MailboxEmail): Markup =>
  html`<li>
    <a href="/mailbox/${id}">
      <time datetime="${receivedAt.toISOString()}">${moment(receivedAt)}</time>
      <span><b>${subject}</b>to ${to}</span>
      ${icon('chevronright')}
    </a>
  </li>`

/** To the second, in UTC. */
export const moment = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
