import { allExceptions } from '@gateway/domain/payments/assessment'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'
import { html, type Markup, prose } from '@gateway/pages/html'
import type { Place } from '../page.ts'
import { docTable, type Row } from '../parts/doc-table.ts'
import { stateBadge, wordOf } from '../parts/state-badge.ts'
import { type Case, NO_FEE, PLAN_FEE } from './case.ts'
import { exceptionCases } from './exception-cases.ts'

/** Statuses without an exception in which no money is in the wallet. */
const statusCases: readonly (readonly [PaymentState, Case])[] = [
  [
    'expired',
    {
      when: 'nothing received',
      happened: 'Your customer did not pay in time.',
      money: 'There is none.',
      todo: 'Offer a new payment at a fresh price.',
      fee: NO_FEE,
    },
  ],
  [
    'failed',
    {
      happened: 'The transaction is invalid for good, or an operator withdrew an address that cannot be spent from.',
      money: 'It never became yours. The wallet of your customer still has it, or it was spent elsewhere. Money that still comes is held.',
      todo: 'Offer a new payment.',
      fee: NO_FEE,
    },
  ],
  [
    'confirmed',
    {
      when: 'for hours',
      happened: 'Forwarding waits: network fees are above the cap, the amount is too small to send, or payouts are paused.',
      money: 'Held, and yours. It is tried again by itself, and summed with later deposits of the same address.',
      todo: 'Ship: your customer has paid. The page of the payment in the portal says why it waits.',
      fee: PLAN_FEE,
    },
  ],
]

const headings = ['Case', 'What happened', 'The money', 'What you do', 'The fee']

/** The words of a case. */
const rowOf = (badge: Markup, { when, happened, money, todo, fee }: Case, id?: string): Row => ({
  ...(id !== undefined && { id }),
  cells: [html`${badge}${when === undefined ? '' : html`<small>${when}</small>`}`, ...[happened, money, todo, fee].map(prose)],
})

/** Every case; the first row of an exception has its name as an anchor. */
export function caseTable(rules: PaymentRules): Markup {
  const cases = exceptionCases(rules)
  const flagged = allExceptions.flatMap((flag) => cases[flag].map((one, at) => rowOf(stateBadge(flag), one, at === 0 ? flag : undefined)))
  const others = statusCases.map(([status, one]) => rowOf(stateBadge(status), one, status))
  return docTable({ headings, kind: 'wrong', rows: [...flagged, ...others] })
}

/** Links to every case. */
export const caseLinks = (): Markup =>
  html`<nav class="chips" aria-label="Cases">
    ${[...allExceptions, ...statusCases.map(([status]) => status)].map((named) => html`<a href="#${named}">${wordOf(named)}</a>`)}
  </nav>`

/** Every case as a place that the search leads to. */
export const casePlaces = (rules: PaymentRules): Place[] => {
  const cases = exceptionCases(rules)
  const all = [...allExceptions.map((flag) => [flag, cases[flag][0]] as const), ...statusCases]
  return all.map(([named, one]) => ({ id: named, text: wordOf(named), about: `${named}. ${one?.happened}` }))
}
