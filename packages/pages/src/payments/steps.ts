import { html, type Markup, type Part } from '../html.ts'
import { icon } from '../parts/icons.ts'
import type { Checkout } from './checkout.ts'
import type { Phase } from './phase.ts'

/** Number of steps behind the payment, by phase; undefined where there is no way forward to show. */
const done: Readonly<Record<Phase, number | undefined>> = {
  waiting: 0,
  short: 0,
  checking: undefined,
  seen: 2,
  paid: 4,
  over: undefined,
  failed: undefined,
}

/** The way of a payment: waiting, seen, n of N confirmations, paid. */
export function steps({ t, phase, payment }: Checkout): Markup | undefined {
  const reached = done[phase]
  if (reached === undefined) return undefined
  const counted = t.counted(payment.confirmations, payment.confirmations_required)
  const words = [reached > 0 ? t.sent : t.waiting, t.seen, phase === 'seen' ? counted : t.confirmed, t.paid]
  return html`<ol class="${phase === 'paid' ? 'steps steps--paid' : 'steps'}" data-part="steps" aria-label="${t.progress}">
    ${words.map((word, at) => step(word, at - reached))}
  </ol>`
}

/** One step: behind the payment (negative), where it stands (0), or still to come. */
function step(word: Part, place: number): Markup {
  if (place < 0) return html`<li class="is-done"><span class="dot">${icon('check')}</span><span>${word}</span></li>`
  if (place === 0) return html`<li class="is-now" aria-current="step"><span class="dot"></span><span>${word}</span></li>`
  return html`<li><span class="dot"></span><span>${word}</span></li>`
}
