import { html, type Markup } from '../html.ts'
import { coin } from '../parts/coins.ts'
import { glyph } from '../parts/glyphs.ts'
import { icon, type IconName } from '../parts/icons.ts'
import { copyIcon } from './copy-icon.ts'
import { firstCardPayment, firstPayment, type FirstStep } from './first-payment.ts'
import { ago } from './headline.ts'
import type { RunningPart, StartView, TestWallet } from './start-view.ts'

/** The first payment in three commands. */
export const firstPaymentCard = (view: StartView): Markup =>
  html`<section class="card" data-part="first" aria-labelledby="first">
    <div class="card__head"><h2 id="first">Your first payment, in three commands</h2></div>
    <div class="card__body">${firstPayment(view).map(firstStep)}</div>
    <div class="card__foot">
      <span class="hint">
        Make it go wrong: add <code>--amount half</code> or <code>--amount double</code> to the second command, or pay after the window.
      </span>
    </div>
  </section>`

/** The first payment by card in two commands. */
export const firstCardPaymentCard = (view: StartView): Markup =>
  html`<section class="card" data-part="first-card" aria-labelledby="first-card">
    <div class="card__head"><h2 id="first-card">Your first payment by card</h2></div>
    <div class="card__body">${firstCardPayment(view).map(firstStep)}</div>
    <div class="card__foot">
      <span class="hint">
        The page lists the cards that are declined. Onboard a business of your own with <code>${view.payCommand} CARD-ONBOARD</code> and the
        link that it gets.
      </span>
    </div>
  </section>`

const firstStep = ({ id, does, rest, command }: FirstStep, at: number): Markup =>
  html`<p class="firstly">
      <span>${at + 1}</span><span><b>${does}</b> ${rest}</span>
    </p>
    <div class="code">
      <pre tabindex="0" role="region" aria-label="${does}"><code>${command}</code></pre>
      ${copyIcon({ id: `copy-${id}`, text: command, name: 'the command' })}
    </div>`

/** The demo business with its key, and the login of its owner. */
export const demoCard = ({ demo, api }: StartView): Markup =>
  html`<section class="card" data-part="demo" aria-labelledby="demo">
    <div class="card__head"><h2 id="demo">Demo business</h2></div>
    <dl class="facts">
      <div>
        <dt>API key</dt>
        <dd><span class="mono">${demo.apiKey}</span>${copyIcon({ id: 'copy-key', text: demo.apiKey, name: 'the API key' })}</dd>
      </div>
      <div>
        <dt>Business</dt>
        <dd>
          <span class="mono">${demo.businessId}</span
          >${copyIcon({ id: 'copy-business', text: demo.businessId, name: 'the id of the business' })}
        </dd>
      </div>
      <div>
        <dt>Portal</dt>
        <dd><a href="${api}/dashboard">${api}/dashboard</a></dd>
      </div>
      <div>
        <dt>Sign in as</dt>
        <dd><span class="mono">${demo.email}</span>${copyIcon({ id: 'copy-email', text: demo.email, name: 'the e-mail address' })}</dd>
      </div>
      <div>
        <dt>Password</dt>
        <dd><span class="mono">${demo.password}</span>${copyIcon({ id: 'copy-password', text: demo.password, name: 'the password' })}</dd>
      </div>
      <div>
        <dt>API</dt>
        <dd><span class="mono">${api}/api</span>${copyIcon({ id: 'copy-api', text: `${api}/api`, name: 'the address of the API' })}</dd>
      </div>
    </dl>
  </section>`

/** The wallets of the devnet. */
export const walletsCard = ({ wallets, dataFolder }: StartView): Markup =>
  html`<section class="card" data-part="wallets" aria-labelledby="wallets">
    <div class="card__head">
      <h2 id="wallets">Test wallets</h2>
      <span class="hint push">Also in <code>${dataFolder}/dev.json</code></span>
    </div>
    <table class="wallets">
      <thead>
        <tr>
          <th scope="col">Wallet</th>
          <th scope="col">Address</th>
          <th scope="col">Balance</th>
        </tr>
      </thead>
      <tbody>
        ${wallets.map(walletRow)}
      </tbody>
    </table>
  </section>`

const walletRow = ({ name, asset, address, balance }: TestWallet, at: number): Markup =>
  html`<tr>
    <th scope="row">
      <span class="row">${coin(asset, 'sm')}<span>${name}</span></span>
    </th>
    <td>
      ${
        address === null
          ? html`<span class="hint">the node’s own wallet</span>`
          : html`<span class="mono">${address}</span
              >${copyIcon({ id: `copy-wallet-${at}`, text: address, name: `the address of ${name}` })}`
      }
    </td>
    <td class="num">${balance === null ? '–' : `${balance} ${unitOf(asset)}`}</td>
  </tr>`

const unitOf = (asset: TestWallet['asset']): string => asset.split('_')[0] ?? asset

/** What runs, each with its state. */
export const partsCard = ({ parts, readAt }: StartView, now: Date): Markup =>
  html`<section class="card" data-part="parts" aria-labelledby="runs">
    <div class="card__head">
      <h2 id="runs">What runs</h2>
      <span class="hint push">Read ${ago(now.getTime() - readAt.getTime())}</span>
    </div>
    <ul class="runs">
      ${parts.map(partRow)}
    </ul>
  </section>`

const partRow = ({ name, place, isWell, at }: RunningPart): Markup =>
  html`<li>
    ${glyph(isWell ? 'forwarded' : 'failed')}
    <div><b>${name}</b><small>${place}</small></div>
    <span class="num">${isWell ? at : html`No answer <small>${at}</small>`}</span>
  </li>`

interface Goto {
  readonly href: string
  readonly icon: IconName
  readonly name: string
  readonly about: string
  readonly isElsewhere?: boolean
}

/** Where to go from here. */
export const linksCard = (view: StartView): Markup =>
  html`<section class="card" data-part="goto" aria-labelledby="goto">
    <div class="card__head"><h2 id="goto">Open</h2></div>
    <ul class="goto">
      ${linksOf(view).map(linkRow)}
    </ul>
  </section>`

const linksOf = ({ emails, temporalUi }: StartView): readonly Goto[] => [
  { href: '/docs', icon: 'search', name: 'Documentation', about: 'Quick start, guides and reference' },
  { href: '/openapi.json', icon: 'globe', name: 'OpenAPI', about: 'The whole interface, for programs' },
  {
    href: '/mailbox',
    icon: 'mail',
    name: 'Mailbox',
    about: emails === 1 ? '1 e-mail that this gateway sent' : `${emails} e-mails that this gateway sent`,
  },
  { href: temporalUi, icon: 'clock', name: 'Temporal UI', about: 'Every workflow, step by step', isElsewhere: true },
  { href: '/health/ready', icon: 'info', name: 'Health', about: 'What the readiness check says, as JSON' },
]

const linkRow = ({ href, icon: picture, name, about, isElsewhere = false }: Goto): Markup =>
  html`<li>
    <a href="${href}"
      >${icon(picture)}<span><b>${name}</b>${about}</span>${icon(isElsewhere ? 'external' : 'chevronright')}</a
    >
  </li>`
