import type { RefundPayout } from '@gateway/domain/payments/payer-refund'
import { html, type Markup, type Part } from '../../html.ts'
import { groupedAddress } from '../../parts/address.ts'
import { exact } from '../../parts/amount.ts'
import { cardNotice } from '../../parts/card-notice.ts'
import { glyph, type Tone } from '../../parts/glyphs.ts'
import { icon } from '../../parts/icons.ts'
import { paymentNote, refundAmounts } from './refund-facts.ts'
import { amountOf, momentOf, type SpokenRefund } from './refund-words.ts'

/** The progress of a refund: it waits, is sent, has arrived, or is not needed any more. */
export function refundProgress(page: SpokenRefund, isTaken: boolean): Markup {
  const { t, refund, merchant } = page
  const { tone, title, help } = headlineOf(page)
  return html`<main id="main" class="gate">
    <div class="gate__card gate__card--wide">
      ${isTaken ? cardNotice({ tone: 'held', title: t.taken, help: t.takenHelp(merchant) }) : ''} ${glyph(tone)}
      <div>
        <h1>${title}</h1>
        <p>${help}</p>
      </div>
      ${refund.units > 0n && refund.state !== 'overtaken' ? refundAmounts(page) : ''}
      ${refund.address === null || refund.state === 'overtaken' ? '' : addressBlock(t.toAddress, refund.address)}
      ${refund.payout === null ? '' : transactionBlock(page, refund.payout)} ${isSettled(page) ? '' : againLink(t.checkAgain)}
      ${paymentNote(page)}
    </div>
  </main>`
}

interface Headline {
  readonly tone: Tone
  readonly title: Part
  readonly help: Part
}

function headlineOf(page: SpokenRefund): Headline {
  const { t, refund, merchant } = page
  const headlines = {
    offered: () => ({ tone: 'reorged', title: t.unsettled, help: t.unsettledHelp }),
    claimed: () => claimedHeadline(page),
    paying: () =>
      refund.payout === null
        ? { tone: 'forwarding', title: t.paying, help: t.payingHelp }
        : { tone: 'forwarding', title: t.sent, help: t.sentHelp },
    returned: () => ({ tone: 'refunded', title: t.returned(receivedOf(page)), help: t.returnedHelp }),
    overtaken: () => ({ tone: 'confirmed', title: t.overtaken, help: t.overtakenHelp(merchant) }),
  } as const satisfies Readonly<Record<typeof refund.state, () => Headline>>
  return headlines[refund.state]()
}

function claimedHeadline(page: SpokenRefund): Headline {
  const { t, refund, merchant } = page
  if (refund.delay === 'network_fee') return { tone: 'held', title: t.feeDelay, help: t.feeDelayHelp }
  if (refund.delay === 'check' || refund.payableAt === null) return { tone: 'pending', title: t.due, help: t.dueHelp }
  const moment = momentOf(page, refund.payableAt)
  return { tone: 'pending', title: t.claimed(moment), help: t.claimedHelp(merchant, moment) }
}

/** What arrived at the payer’s address. */
const receivedOf = ({ refund: { asset, units, networkFeeUnits } }: SpokenRefund): Markup => amountOf(asset, units - (networkFeeUnits ?? 0n))

const isSettled = ({ refund: { state } }: SpokenRefund): boolean => state === 'returned' || state === 'overtaken'

/** A whole address under its label. */
export const addressBlock = (label: Part, address: string): Markup =>
  html`<div class="stack stack--tight">
    <p class="label">${label}</p>
    <p class="well">${groupedAddress(address)}</p>
  </div>`

/** Whole, because it is compared with a wallet. */
const transactionBlock = ({ t }: SpokenRefund, { txId, explorerUrl }: RefundPayout): Markup =>
  html`<div class="stack">
    <div class="stack stack--tight">
      <p class="label">${t.transaction}</p>
      <p class="mono hash">${exact(txId)}</p>
    </div>
    ${explorerUrl === null ? '' : html`<a class="btn" href="${explorerUrl}" rel="noreferrer">${icon('external')}${t.viewTransaction}</a>`}
  </div>`

/** Asks for the same page again. */
export const againLink = (words: string): Markup => html`<a class="btn" href="">${icon('refresh')}${words}</a>`
