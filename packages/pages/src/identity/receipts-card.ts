import { html, type Markup, type Part } from '../html.ts'
import { exact, named } from '../parts/amount.ts'
import { card } from '../parts/card.ts'
import { glyph, type Tone } from '../parts/glyphs.ts'
import { icon } from '../parts/icons.ts'
import type { ShownReceipt } from './profile-view.ts'
import type { ShownProfile } from './shown-profile.ts'

/** The receipts that the score is computed from, newest first, and those that weigh nothing. */
export const receiptsCard = (shown: ShownProfile): Markup => {
  const { t, receipts, count } = shown
  return card({
    name: 'receipts',
    title: t.receipts,
    aside: count(receipts.total),
    content: html`<p class="hint card__note">${receipts.receipts.length === 0 ? t.noReceipts : t.receiptsHelp}</p>
      ${receipts.receipts.length === 0 ? '' : table(shown)}
      <div class="card__foot">${pages(shown)} <a class="push link-target" href="${listOf(shown)}">${t.asJson}</a></div>`,
  })
}

/** Where programs read the same receipts. */
const listOf = ({ reputation: { did } }: ShownProfile): string => `/api/reputation/receipts?did=${encodeURIComponent(did)}`

const table = (shown: ShownProfile): Markup =>
  html`<table class="table table--stack" aria-labelledby="h-receipts">
    <thead>
      <tr>
        <th scope="col">${shown.t.time}</th>
        <th scope="col">${shown.t.what}</th>
        <th scope="col">${shown.t.result}</th>
        <th scope="col" class="num-col">${shown.t.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${shown.receipts.receipts.map((receipt) => row(shown, receipt))}
    </tbody>
  </table>`

const row = (shown: ShownProfile, receipt: ShownReceipt): Markup =>
  html`<tr>
    <td class="num nowrap" data-cell="sub"><time datetime="${receipt.createdAt}">${shown.moment(receipt.createdAt)}</time></td>
    <td class="main" data-cell="lead">${wordOf(shown.t.categories, receipt.category)}</td>
    <td data-cell="sub-end">${result(shown, receipt)}</td>
    <td class="num-col num" data-cell="end">${receipt.amount === null ? '' : exact(receipt.amount)}</td>
  </tr>`

function result(shown: ShownProfile, receipt: ShownReceipt): Part {
  const { t } = shown
  if (!receipt.isVerified) return badgeOf('draft', t.doesNotCount)
  const word = receipt.rating === null ? wordOf(t.outcomes, receipt.outcome) : t.rating(exact(String(receipt.rating)))
  return badgeOf(tones[receipt.outcome] ?? 'pending', word)
}

const tones: Readonly<Record<string, Tone>> = { accepted: 'confirmed', rejected: 'failed', disputed: 'disputed' }

const badgeOf = (tone: Tone, word: Part): Markup =>
  html`<span class="badge badge--plain" data-state="${tone}">${glyph(tone)}<span>${word}</span></span>`

/** The word of a code; a code without one stands for itself. */
const wordOf = (words: Readonly<Record<string, string>>, code: string): Part => (Object.hasOwn(words, code) ? words[code] : named(code))

function pages({ t, receipts: { offset, limit, total }, language }: ShownProfile): Part {
  const link = (to: number, name: 'arrowleft' | 'arrowright', word: string): Part => {
    const face = name === 'arrowleft' ? [icon(name, { flips: true }), word] : [word, icon(name, { flips: true })]
    return html`<a class="btn" href="?offset=${to}&amp;lang=${language}#receipts">${face}</a>`
  }
  return [
    offset === 0 ? '' : link(Math.max(0, offset - limit), 'arrowleft', t.newer),
    offset + limit < total ? link(offset + limit, 'arrowright', t.older) : '',
  ]
}
