import type { PaymentException } from '@gateway/domain/payments/payment'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'
import { type Case, DECIDED_FEE, PLAN_FEE } from './case.ts'
import { fixedCases } from './fixed-cases.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Every exception, case by case; an exception without a case does not compile. */
export function exceptionCases({ lateWindowMs, keptBps }: PaymentRules): Readonly<Record<PaymentException, readonly Case[]>> {
  const limits = { days: `${lateWindowMs / DAY_MS} days`, kept: `${keptBps / 100} %` }
  return { ...fixedCases, underpaid: underpaidCases(limits), late: lateCases(limits) }
}

/** How long after its window a payment completes by itself, and how much of the rate must be left. */
interface LateLimits {
  readonly days: string
  readonly kept: string
}

const underpaidCases = ({ days }: LateLimits): readonly Case[] => [
  {
    when: 'while the window is open',
    happened: 'Less than `crypto_amount` arrived. The status stays `pending`.',
    money: 'Held at the address. It counts: `amount_due` is the rest.',
    todo: 'Wait. A top-up to the same address completes the payment.',
    fee: 'None yet.',
  },
  {
    when: 'after the window closed',
    happened: 'The rest never came. The status is `expired`.',
    money: `Held, without a deadline. A top-up within ${days} can still complete it.`,
    todo: 'Do not ship. Ask your customer for the rest, or decide in the portal: accept what arrived as payment in full, or return it.',
    fee: DECIDED_FEE,
  },
]

const lateCases = ({ days, kept }: LateLimits): readonly Case[] => [
  {
    when: `up to ${days} after expiry, the price held`,
    happened: `The full amount came after \`expires_at\`, and the coin is worth at least ${kept} of the locked rate.`,
    money: 'The payment completes and is forwarded.',
    todo: 'Ship if you still have the goods. Otherwise pay your customer back from your wallet.',
    fee: PLAN_FEE,
  },
  {
    when: `up to ${days} after expiry, the price fell`,
    happened: `The full amount came late, and the coin is worth less than ${kept} of the locked rate.`,
    money: 'Held. The status stays `expired`.',
    todo: 'Do not ship before you decide in the portal: accept the money as payment in full, or return it.',
    fee: DECIDED_FEE,
  },
  {
    when: `more than ${days} after expiry`,
    happened: 'Money came to an old address.',
    money: 'Seen and held, however late it comes.',
    todo: 'Accept or return it in the portal.',
    fee: DECIDED_FEE,
  },
]
