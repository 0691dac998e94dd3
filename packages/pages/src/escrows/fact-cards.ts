import { deadlineOf } from '@gateway/domain/escrows/escrow'
import { html, type Markup, type Part } from '../html.ts'
import { formatShare } from '../locales/format.ts'
import { groupedAddress } from '../parts/address.ts'
import { exact } from '../parts/amount.ts'
import { factList } from '../parts/fact-list.ts'
import { glyph, type Tone } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import { isNetworkFeeTakenOff } from '../payments/asset-words.ts'
import { momentOf, type SpokenEscrow } from './escrow-words.ts'

/** Everything that is paid in and out, and what is above the amount. */
export const amountsCard = (page: SpokenEscrow): Markup => {
  const { t, escrow, coins, language, feeUnits, payoutUnits } = page
  const above = escrow.depositedUnits - escrow.amountUnits
  return card(
    'amounts',
    t.amounts,
    '',
    html`${factList([
      { term: t.amount, value: coins(escrow.amountUnits) },
      { term: t.paidIn, value: coins(escrow.depositedUnits) },
      above > 0n ? { term: t.above, value: coins(above) } : undefined,
      { term: t.fee(formatShare(language, escrow.feeBps)), value: coins(feeUnits) },
      { term: t.beneficiaryGets, value: coins(payoutUnits), isTotal: true },
      { term: t.refundReturns, value: coins(escrow.amountUnits) },
    ])}
    ${above > 0n ? html`<p class="hint">${t.aboveHelp}</p>` : ''}
    ${isNetworkFeeTakenOff(escrow.asset) ? html`<p class="hint">${t.networkFee}</p>` : ''}`,
  )
}

/** What the clock does, and when; undefined when it does nothing any more. */
export function deadlinesCard(page: SpokenEscrow): Markup | undefined {
  const { t, escrow } = page
  const { state, expiresAt } = escrow
  const refundAt = deadlineOf({ state: 'funded', expiresAt, disputedAt: null }) ?? expiresAt
  const automatic = deadline(page, { tone: 'refunded', what: t.automaticRefund, at: refundAt, more: t.automaticRefundHelp })
  if (state === 'created')
    return timeline(page, [deadline(page, { tone: 'pending', what: t.depositDue, at: expiresAt, more: t.depositDueHelp }), automatic])
  if (state === 'funded')
    return timeline(page, [deadline(page, { tone: 'pending', what: t.expires, at: expiresAt, more: t.expiresHelp }), automatic])
  const due = deadlineOf(escrow)
  return due && timeline(page, [deadline(page, { tone: 'disputed', what: t.decisionDue, at: due, more: t.decisionDueHelp })])
}

/** The parties' addresses, the one of the escrow, and its id. */
export const partiesCard = ({ t, escrow, role, network }: SpokenEscrow): Markup => {
  const you = (party: typeof role): Part => (party === role ? t.you : '')
  return card(
    'parties',
    t.parties,
    network,
    html`<div class="stack">
      ${place(html`${t.actors.depositor} ${you('depositor')}`, escrow.depositorAddress, t.notNamed)}
      ${place(html`${t.actors.beneficiary} ${you('beneficiary')}`, escrow.beneficiaryAddress)}
      ${escrow.arbiterAddress === null ? '' : place(t.arbiter, escrow.arbiterAddress)} ${place(t.escrowAddress, escrow.address, t.noneYet)}
      <div>
        <p class="label">${t.escrowId}</p>
        <p class="mono hash small">${exact(escrow.id)}</p>
      </div>
    </div>`,
  )
}

/** The transactions of deposit and payout, with a way to the explorer; undefined before there is one. */
export function transactionsCard(page: SpokenEscrow): Markup | undefined {
  const { t, escrow } = page
  const { depositTxId, settlementTxId } = escrow
  if (depositTxId === null && settlementTxId === null) return undefined
  return card(
    'transactions',
    t.transactions,
    '',
    html`<div class="stack">
      ${depositTxId === null ? '' : transaction(page, t.deposit, depositTxId)}
      ${settlementTxId === null ? '' : transaction(page, t.payout, settlementTxId)}
    </div>`,
  )
}

const transaction = ({ t, explorerTx }: SpokenEscrow, what: string, txId: string): Markup =>
  html`<div>
    <p class="label">${what}</p>
    <p class="mono hash small">${exact(txId)}</p>
    ${explorerTx === undefined ? '' : html`<a class="explore" href="${explorerTx}${txId}" rel="noreferrer">${icon('external')}${t.viewTransaction}</a>`}
  </div>`

const place = (label: Part, address: string | null, otherwise: Part = ''): Markup =>
  html`<div>
    <p class="label">${label}</p>
    <p class="small">${address === null ? otherwise : groupedAddress(address)}</p>
  </div>`

interface Deadline {
  readonly tone: Tone
  readonly what: Part
  readonly at: Date
  readonly more: Part
}

const deadline = (page: SpokenEscrow, { tone, what, at, more }: Deadline): Markup =>
  html`<li>
    ${glyph(tone)}<span class="timeline__what">${what}</span><span class="timeline__more">${momentOf(page, at)}<br />${more}</span>
  </li>`

const timeline = ({ t }: SpokenEscrow, items: readonly Markup[]): Markup =>
  card(
    'deadlines',
    t.deadlines,
    '',
    html`<ol class="timeline">
      ${items}
    </ol>`,
  )

function card(...[name, title, aside, content]: readonly [name: string, title: Part, aside: Part, content: Markup]): Markup {
  return html`<section class="card" data-part="${name}" aria-labelledby="h-${name}">
    <div class="card__head">
      <h2 id="h-${name}">${title}</h2>
      ${aside === '' ? '' : html`<span class="hint push">${aside}</span>`}
    </div>
    <div class="panel__part">${content}</div>
  </section>`
}
