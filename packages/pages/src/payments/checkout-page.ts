import { html, type Markup, type Part } from '../html.ts'
import { layout } from '../layout.ts'
import { formatFiat } from '../locales/format.ts'
import { panelNotice } from '../parts/notice.ts'
import { offlineNotice } from '../parts/offline-notice.ts'
import { type Checkout, type CheckoutInput, checkoutOf } from './checkout.ts'
import { endedParts } from './ended-parts.ts'
import { exceptionNotices } from './exception-notices.ts'
import { orderParts } from './order-parts.ts'
import { paidParts } from './paid-parts.ts'
import type { Phase } from './phase.ts'
import { seenParts } from './seen-parts.ts'
import { sendParts } from './send-parts.ts'
import { steps } from './steps.ts'

/**
 * The hosted checkout of a payment, in the state it is in: a complete document that works without scripts. A script that hears of a change
 * asks for this page again and takes over the parts (`data-part`) that differ, so all markup is written here.
 */
export function checkoutPage(input: CheckoutInput): string {
  const checkout = checkoutOf(input)
  const { payment, t, language, nonce, isTest, theme } = checkout
  return layout({
    language,
    nonce,
    isTest,
    theme,
    title: t.title(payment.business_name, formatFiat(language, String(payment.amount), payment.currency)),
    merchant: payment.business_name,
    styles: ['checkout.css'],
    script: 'checkout.js',
    content: body(checkout),
  })
}

/** Seconds after which a script looks by itself: confirmations are no event, and a closed stream announces nothing. 0 once nothing follows. */
const LOOK_SECONDS: Readonly<Record<Phase, number>> = { waiting: 30, short: 30, checking: 5, seen: 3, paid: 0, over: 15, failed: 30 }

const parts: Readonly<Record<Phase, (checkout: Checkout, notices: readonly Markup[]) => Markup>> = {
  waiting: sendParts,
  short: sendParts,
  checking: endedParts,
  seen: seenParts,
  paid: paidParts,
  over: endedParts,
  failed: endedParts,
}

function body(checkout: Checkout): Markup {
  const { payment, phase, now, t, language } = checkout
  return html`<main
    id="main"
    class="pay"
    data-payment="${payment.id}"
    data-phase="${phase}"
    data-now="${now}"
    data-expires="${payment.expires_at}"
    data-look="${LOOK_SECONDS[phase]}"
    data-announce="${announcement(checkout)}"
  >
    <section class="pay__order" id="order" data-parts aria-labelledby="amount">${orderParts(checkout)}</section>
    <section class="panel" id="panel" data-parts aria-label="${t.panel}">
      ${steps(checkout)} ${panelNotice(offlineNotice(language, now))} ${parts[phase](checkout, exceptionNotices(checkout).map(panelNotice))}
    </section>
  </main>`
}

/** What a screen reader hears when the page has changed into this: one sentence, without markup. */
function announcement({ t, phase, payment, ticker }: Checkout): Part {
  const sentences: Readonly<Record<Phase, Part>> = {
    waiting: t.waiting,
    short: t.stillMissing(`${payment.amount_due} ${ticker}`),
    seen: `${t.seenTitle}, `,
    paid: t.paid,
    checking: t.overTitle,
    over: t.overTitle,
    failed: t.failedTitle,
  }
  const count = phase === 'seen' ? t.confirmations(payment.confirmations, payment.confirmations_required) : ''
  return [sentences[phase], count]
}
