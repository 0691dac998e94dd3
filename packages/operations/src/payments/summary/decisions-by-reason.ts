import type { HeldChoice } from './find-choices.ts'

/** Decisions about held money, by the first word of the reason for which it waits. */
export const decisionsByReason: Readonly<Record<string, readonly HeldChoice['kind'][]>> = {
  underpaid: ['accept', 'refund'],
  rate_fell: ['accept', 'refund'],
  after_late_window: ['accept', 'refund'],
  no_price: ['accept', 'refund'],
  wrong_asset: ['forward'],
  came_after_a_return: ['forward', 'refund'],
  payment_failed: ['forward', 'refund'],
  offered_back_until: ['withdraw_refund'],
  goes_back_from: ['withdraw_refund'],
}

/** The operator command that carries out a decision. */
export const decisionCommands = {
  accept: 'accept',
  forward: 'forward',
  refund: 'refund',
  withdraw_refund: 'withdraw',
} as const satisfies Record<HeldChoice['kind'], string>
