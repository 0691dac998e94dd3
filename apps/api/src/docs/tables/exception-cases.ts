import type { PaymentException } from '@gateway/domain/payments/payment'
import type { PaymentRules } from '@gateway/domain/payments/payment-rules'

/** One case: what happened, where the money is, what the merchant does, and what it costs. */
export interface Case {
  /** When it is this case of its flag. */
  readonly when?: string
  readonly happened: string
  readonly money: string
  readonly todo: string
  readonly fee: string
}

/** Of everything that is forwarded. */
export const PLAN_FEE = 'The fee of your plan, of what arrived.'
/** Where nothing is forwarded, nothing is charged. */
export const NO_FEE = 'None.'
const DECIDED = 'The fee of your plan if it is accepted; none if it is returned.'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Every exception, case by case; an exception without a case does not compile. */
export function exceptionCases({ lateWindowMs, keptBps }: PaymentRules): Readonly<Record<PaymentException, readonly Case[]>> {
  const [days, kept] = [`${lateWindowMs / DAY_MS} days`, `${keptBps / 100} %`]
  return {
    underpaid: [
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
        todo: 'Do not ship. Ask your customer for the rest, or tell the operator to accept what arrived as payment in full, or to return it.',
        fee: DECIDED,
      },
    ],
    overpaid: [
      {
        happened: 'More than asked arrived.',
        money: 'All of it is forwarded to you.',
        todo: 'Ship as usual. If you owe the difference, send it from your own wallet.',
        fee: 'The fee of your plan, of the surplus too.',
      },
    ],
    late: [
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
        todo: 'Do not ship before you decide: tell the operator to accept the money as payment in full, or to return it.',
        fee: DECIDED,
      },
      {
        when: `more than ${days} after expiry`,
        happened: 'Money came to an old address.',
        money: 'Seen and held, however late it comes.',
        todo: 'Tell the operator whether to accept or to return it.',
        fee: DECIDED,
      },
    ],
    multiple: [
      {
        happened: 'More than one deposit arrived.',
        money: 'They are added up. One that comes after confirmation is forwarded in a further round.',
        todo: 'Ship once. Check whether your customer paid twice.',
        fee: 'The fee of your plan, of each round; on Bitcoin each round has its own network fee.',
      },
    ],
    wrong_asset: [
      {
        when: 'a coin that the gateway knows',
        happened: 'Another coin was sent to the address, for example ETH instead of USDC.',
        money: 'Held, and not counted: `amount_received` leaves it out.',
        todo: 'Do not ship. The payment itself is still open. Ask the operator to forward the money to your wallet of that chain.',
        fee: 'The fee of your plan, when it is forwarded.',
      },
      {
        when: 'a token that it does not know',
        happened: 'A token without a name here was sent to the address. Most such tokens are worthless advertisements.',
        money: 'It stays at the address and is in no amount.',
        todo: 'Do not ship. If it is worth something, ask the operator for the transaction that pays it out to your wallet.',
        fee: 'The share of your plan, in that token; the gas is paid by the wallet that sends the transaction.',
      },
    ],
    replaced: [
      {
        happened: 'The wallet of your customer replaced an unconfirmed transaction with another one, or spent its coins elsewhere.',
        money: 'It never arrived. If the new transaction pays the address, that one counts.',
        todo: 'Wait. `detected` can go back to `pending`; this is why you do not ship on it.',
        fee: NO_FEE,
      },
    ],
    reorged: [
      {
        when: 'before confirmation',
        happened: 'The network took back the block with the deposit.',
        money: 'Usually in another block within minutes.',
        todo: 'Wait. The payment is watched on.',
        fee: NO_FEE,
      },
      {
        when: 'after confirmation',
        happened: 'A deep reorganisation removed a confirmed deposit. This is rare.',
        money: 'Payouts that are not sent yet stop until the deposit is back.',
        todo: 'If you have not shipped, hold the order. The status does not go back: the flag is your signal.',
        fee: 'None of money that is gone.',
      },
    ],
  }
}
