import type { Alert } from './alert.ts'

/** Alerts about money at the card processor. */
export const cardAlerts: readonly Alert[] = [
  {
    name: 'CardHeld',
    metric: 'card_payments_held',
    expr: 'max(card_payments_held) > 0',
    holds: '1m',
    severity: 'page',
    meaning: 'The card processor says something else about a card payment than its rows. Nothing is refunded or released of it.',
    step: 'The log line with `alarm` and `hold_reason` of the table `card_payment` say what; docs/operations/cards.md says what to do.',
  },
  {
    name: 'CardCallUnknown',
    metric: 'card_call_oldest_age_seconds',
    expr: 'max(card_call_oldest_age_seconds) > 1800',
    holds: '5m',
    severity: 'page',
    meaning:
      'The card processor has not answered a call for half an hour: a charge, refund or transfer waits. It is repeated with its key, and never made twice.',
    step: 'Check that a process with the role processor runs, and the state of the processor; `last_problem` of the table `processor_attempt` says what it answers.',
  },
  {
    name: 'CardBalanceUnread',
    metric: 'card_balance_unread_seconds',
    expr: 'max(card_balance_unread_seconds) > 129600',
    holds: '10m',
    severity: 'ticket',
    meaning:
      'The balance at the card processor was not read for a day and a half after the last day that was: nothing compares the ledger with it.',
    step: 'The log of the role processor says what the processor answers; its key of transfers needs the right to read balance transactions.',
  },
]
