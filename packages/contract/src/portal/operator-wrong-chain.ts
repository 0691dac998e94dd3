import type { AssetCode } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { Id } from '../wire/id.ts'
import { presentTime, Time } from '../wire/time.ts'

/** Money at the address of a payment on another chain than the payment's; it does not count for the payment. */
export interface WrongChainMoney {
  readonly payment: string
  readonly state: string
  /** The chain on which the payment is due. */
  readonly dueOn: string
  /** The chain on which the money lies. */
  readonly chain: string
  /** Null for an unsupported token; then `contract` names it. */
  readonly asset: AssetCode | null
  readonly contract: string | null
  /** In base units for an unsupported token, whose decimals are unknown. */
  readonly amount: string
  /** The newest transfer. */
  readonly transaction: string
  readonly address: string
  readonly since: Date
  /** What `flush-call` takes to flush it. */
  readonly flushes: string
}

/** What arrived on the wrong chain, and where. */
export const WrongChainMoneyView = z.object({
  chain: z.string(),
  blockchain: Asset.nullable(),
  contract: z.string().nullable(),
  amount: z.string(),
  tx_id: z.string(),
  since: Time,
})

/** What arrived on the wrong chain, and where. */
export const presentWrongChainMoney = (money: WrongChainMoney): z.output<typeof WrongChainMoneyView> => ({
  chain: money.chain,
  blockchain: money.asset,
  contract: money.contract,
  amount: money.amount,
  tx_id: money.transaction,
  since: presentTime(money.since),
})

/** Money on wrong chains, newest first; `total` also counts the rows not shown. */
export const WrongChainView = z.object({
  transfers: z.array(
    WrongChainMoneyView.extend({
      payment_id: Id,
      status: z.string(),
      due_on: z.string(),
      address: z.string(),
      command: z.array(z.string()).meta({ description: 'The words after `npm run operator --` that print the flush.' }),
    }),
  ),
  total: z.int(),
})

/** Money on wrong chains. */
export const presentWrongChain = (found: {
  readonly shown: readonly WrongChainMoney[]
  readonly total: number
}): z.output<typeof WrongChainView> => ({
  transfers: found.shown.map((money) => ({
    ...presentWrongChainMoney(money),
    payment_id: money.payment,
    status: money.state,
    due_on: money.dueOn,
    address: money.address,
    command: ['flush-call', money.payment, money.flushes],
  })),
  total: found.total,
})
