import type { PaymentException } from '@gateway/domain/payments/payment'
import { type Case, NO_FEE } from './case.ts'

/** The cases of exceptions that no setting changes. */
export const fixedCases: Readonly<Record<Exclude<PaymentException, 'underpaid' | 'late'>, readonly Case[]>> = {
  overpaid: [
    {
      happened: 'More than asked arrived.',
      money: 'All of it is forwarded to you.',
      todo: 'Ship as usual. If you owe the difference, send it from your own wallet.',
      fee: 'The fee of your plan, of the surplus too.',
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
      todo: 'Do not ship. The payment itself is still open. Forward the money to your wallet of that chain in the portal.',
      fee: 'The fee of your plan, when it is forwarded.',
    },
    {
      when: 'a token that it does not know',
      happened: 'A token without a name here was sent to the address. Most such tokens are worthless advertisements.',
      money: 'It stays at the address and is in no amount.',
      todo: 'Do not ship. If it is worth something, ask the operator for the transaction that pays it out to your wallet: the portal cannot send it.',
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
