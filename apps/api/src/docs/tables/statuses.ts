import { type PaymentState, paymentStates } from '@gateway/domain/payments/machine'
import { html, type Markup, prose } from '@gateway/pages/html'
import { docTable } from '../parts/doc-table.ts'
import { stateBadge } from '../parts/state-badge.ts'

/** The meaning of each status, and the shop's next step; in the order in which a payment passes them. */
const words: Readonly<Record<PaymentState, { readonly truth: string; readonly todo: string }>> = {
  pending: { truth: 'Nothing arrived yet, or less than asked. `amount_due` says how much is open.', todo: 'Wait.' },
  detected: {
    truth: 'The full amount was seen on the network. It can still disappear.',
    todo: 'Tell your customer that you see it. Do not ship.',
  },
  confirmed: { truth: 'The money has the confirmations that its value asks for.', todo: 'Ship.' },
  forwarding: { truth: 'The money is on its way to your wallet.', todo: 'Nothing.' },
  forwarded: { truth: 'The money is in your wallet, and final.', todo: 'Nothing.' },
  expired: { truth: 'The window closed without the full amount. Money that comes later is not lost.', todo: 'Offer a new payment.' },
  failed: { truth: 'The deposit is invalid for good, or the address was withdrawn.', todo: 'Offer a new payment.' },
}

/** The seven statuses in the order in which a payment passes them. */
export const statusesInOrder: readonly PaymentState[] = paymentStates.toSorted(
  (one, other) => Object.keys(words).indexOf(one) - Object.keys(words).indexOf(other),
)

/** The seven statuses: their meaning, and the next step. */
export const statusTable = (): Markup =>
  docTable({
    headings: ['Status', 'Meaning', 'What you do'],
    rows: statusesInOrder.map((status) => ({
      cells: [
        statusName(status),
        prose(words[status].truth),
        status === 'confirmed' ? html`<b>${words[status].todo}</b>` : words[status].todo,
      ],
    })),
  })

/** A status as merchants and as programs read it. */
export const statusName = (status: PaymentState): Markup => html`${stateBadge(status)}<small><code>${status}</code></small>`
