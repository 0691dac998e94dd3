import type { ShownRefundTransfer } from '@gateway/domain/payments/payable-refund'
import { html, type Markup, type Part } from '../../html.ts'
import { exact } from '../../parts/amount.ts'
import { glyph, type Tone } from '../../parts/glyphs.ts'
import { icon } from '../../parts/icons.ts'
import type { Notice } from '../../parts/notice.ts'
import type { SpokenAssisted } from './assisted-words.ts'

/** Every transfer that pays a refund: its amount, what blocks say of it, and its transaction, whole. */
export const transferList = (page: SpokenAssisted): Markup =>
  html`<p class="label" id="h-transfers">${page.t.transfers}</p>
    <ul class="transfers" aria-labelledby="h-transfers">
      ${page.refund.transfers.map((transfer) => item(page, transfer))}
    </ul>`

const tones = { included: 'forwarding', final: 'confirmed', gone: 'reorged' } as const satisfies Readonly<
  Record<ShownRefundTransfer['state'], Tone>
>

const item = (page: SpokenAssisted, { txId, units, state, explorerUrl }: ShownRefundTransfer): Markup =>
  entry({
    tone: tones[state],
    state: page.t[state],
    end: page.coins(units),
    txId,
    further:
      explorerUrl === null
        ? ''
        : html`<a class="explore" href="${explorerUrl}" rel="noreferrer">${icon('external')}${page.shared.viewTransaction}</a>`,
  })

/** One transaction in a list of them. */
interface Entry {
  readonly tone: Tone
  readonly state: Part
  /** Stands at the end edge. */
  readonly end: Part
  readonly txId: string
  readonly further: Part
}

/** A transaction as a row: its state, what stands at the end, and its id, whole, because it is compared with a wallet. */
export const entry = ({ tone, state, end, txId, further }: Entry): Markup =>
  html`<li>
    <p class="row row--spread">
      <span class="row">${glyph(tone)}<b>${state}</b></span
      ><span class="num">${end}</span>
    </p>
    <p class="mono hash small">${exact(txId)}</p>
    ${further}
  </li>`

/** That a reorg has taken a transfer back; undefined where none has. */
export const takenBack = ({ t, refund }: SpokenAssisted): Notice | undefined =>
  refund.transfers.some(({ state }) => state === 'gone')
    ? { part: 'taken-back', tone: 'reorged', title: t.takenBack, help: t.takenBackHelp }
    : undefined
