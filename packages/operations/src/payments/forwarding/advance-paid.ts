import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import type { PaymentInput } from '@gateway/domain/payments/machine'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { readFinalFees } from '../../custody/payouts/legs.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import type { PayoutChange } from '../../kernel/address-owners.ts'
import { type Advance, advancePayments } from '../lifecycle/advance-payments.ts'
import { readRoundRecords } from './round-records.ts'
import { type Received, splitReceived } from './split-received.ts'

/** Changes of forwards, and their inputs to their payments. */
export interface PayoutAdvance {
  readonly payouts: readonly PayoutChange[]
  readonly inputs: readonly PaymentInput[]
  /** A signed transaction that was not broadcast yet shows no id. */
  readonly sent: boolean
}

/** Updates a payment from its forwards and advances its state. */
export async function advancePaid(em: Em, ctx: Context, news: PayoutAdvance): Promise<void> {
  const { payouts, inputs, sent } = news
  if (payouts.length === 0) return
  const payments = await lockPayments(
    em,
    payouts.map((payout) => payout.ref),
  )
  const refs = payments.map((payment) => payment.id)
  const [quotes, views, settled] = await Promise.all([readQuotes(em, payments), readViews(em), readFinalFees(em, 'forward', refs)])
  const deposits = await readDeposits(em, 'payment', refs)
  const known = await readRoundRecords(em, payments, deposits)
  const byPayment = Map.groupBy(payouts, (payout) => payout.ref)
  await advancePayments(
    em,
    ctx,
    payments.flatMap((payment): Advance[] => {
      // A payout of another asset says nothing about the requested one.
      const rounds = byPayment.get(payment.id)?.filter((round) => round.asset === payment.asset) ?? []
      const quote = quotes.get(payment.quoteId)
      if (!quote || rounds.length === 0) return []
      const others = settled.filter(({ ref, leg }) => ref === payment.id && !rounds.some((round) => round.leg === leg))
      const received = { deposits: deposits.filter(({ subjectId }) => subjectId === payment.id), rounds: known }
      recordPayouts(payment, { rounds, others: sumUnits(others), sent, received })
      return [{ payment, inputs, quote, view: views.get(payment.chain) ?? unread }]
    }),
  )
}

interface Rounds {
  readonly rounds: readonly PayoutChange[]
  /** The network fees of the other rounds. */
  readonly others: bigint
  readonly sent: boolean
  readonly received: Received
}

/**
 * Shows clients the transaction of the announced forward, whichever of its attempts was mined, with amounts and fees of all rounds. A leg paid before
 * the confirmation is split at the confirmation.
 */
function recordPayouts(payment: PaymentEntity, { rounds, others, sent, received }: Rounds): void {
  const isShown = ({ signedTxIds = [] }: PayoutChange): boolean => payment.forwardTxId !== null && signedTxIds.includes(payment.forwardTxId)
  const shown = payment.state === 'forwarded' ? rounds.find(isShown) : rounds.at(-1)
  if (sent && shown) {
    payment.forwardTxId = shown.txId
    payment.platformTxId = shown.platformPaid ? shown.txId : null
  }
  if (payment.confirmedAt === null) return
  payment.networkFeeUnits = rounds.reduce((sum, { split }) => sum + split.networkFeeUnits, others)
  Object.assign(payment, splitReceived(payment, received))
}
