import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Holding } from '@gateway/domain/ledger/templates'
import { sumUnits } from '@gateway/domain/money/units'
import type { PaymentInput } from '@gateway/domain/payments/machine'
import { readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import { readSettledLegs } from '../../chainwatch/outgoing/settled-legs.ts'
import type { Context } from '../../kernel/context.ts'
import { findUnpaid, readFinalFees } from '../../custody/payouts/legs.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import type { DepositChange, PayoutChange, AddressOwner } from '../../kernel/address-owners.ts'
import { type Advance, advancePayments } from '../lifecycle/advance-payments.ts'
import { assessPayments } from './assess-payments.ts'
import { readRoundRecords } from '../forwarding/round-records.ts'
import { planNextRounds } from '../forwarding/plan-next-rounds.ts'
import { recountRefunds } from '../refunds/recount-refunds.ts'
import { settleRefunds } from '../refunds/settle-refunds.ts'
import { type Received, splitReceived } from '../forwarding/split-received.ts'
import { extendRounds } from '../forwarding/extend-rounds.ts'

/** What payments do when a chain tells something about their deposits or their forwards. */
export const paymentOwner: AddressOwner = {
  async holdingOf(em, id) {
    return tables(em)
      .selectFrom('payment')
      .select(['asset', 'chain', 'mode', 'businessId'])
      .where('id', '=', id)
      .executeTakeFirst() as Promise<Holding | undefined>
  },
  async depositsChanged(em, ctx, news) {
    await assessAndSettle(em, ctx, news)
    await extendRounds(em, ctx, news)
  },
  async payoutsBroadcast(em, ctx, payouts) {
    await advancePaid(em, ctx, { payouts: payouts.filter(isForward), inputs: [], sent: true })
  },
  async payoutsFinal(em, ctx, payouts) {
    await settlePaid(em, ctx, payouts.filter(isForward))
    await settleRefunds(
      em,
      ctx,
      payouts.filter((payout) => !isForward(payout)),
    )
  },
  async payoutsShrunk(em, ctx, payouts) {
    const backs = payouts.filter(({ purpose }) => purpose === 'payment_refund')
    await recountRefunds(
      em,
      ctx,
      backs.map(({ ref }) => ref),
    )
  },
}

/** Judges payments by their deposits; those whose money has left already are settled as soon as they are confirmed. */
export async function assessAndSettle(em: Em, ctx: Context, news: DepositChange): Promise<void> {
  const { confirmed, before } = await assessPayments(em, ctx, news)
  await settlePaid(em, ctx, await readSettledLegs(em, confirmed))
  await settleWithoutLost(em, ctx, before)
}

/** What goes back to a payer moves no payment on. */
const isForward = ({ purpose }: PayoutChange): boolean => purpose === 'forward'

/**
 * A payment is forwarded when all its legs are. Money that left before the payment was confirmed does not move it; it is settled as soon as it
 * is confirmed, because a stranger's flush settles what was never signed for. Skipped steps are still announced, in order.
 */
async function settlePaid(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void> {
  const isUnpaid = await findUnpaid(
    em,
    'forward',
    payouts.map((payout) => payout.ref),
  )
  await advancePaid(em, ctx, { payouts: payouts.filter(isUnpaid), inputs: [], sent: true })
  const paid = payouts.filter((payout) => !isUnpaid(payout))
  await advancePaid(em, ctx, { payouts: paid, inputs: ['sign', 'settle'], sent: true })
  await planNextRounds(em, ctx, [...new Set(paid.map((payout) => payout.ref))])
}

/** A payment whose last unpaid leg has lost its deposits for good, or to another leg, after the others were paid has nothing left to wait for. */
async function settleWithoutLost(em: Em, ctx: Context, ids: readonly string[]): Promise<void> {
  const settled = await readSettledLegs(em, ids)
  const isUnpaid = await findUnpaid(
    em,
    'forward',
    settled.map((leg) => leg.ref),
  )
  await settlePaid(
    em,
    ctx,
    settled.filter((leg) => !isUnpaid(leg)),
  )
}

/** What forwards have done, and what that means for their payments. */
export interface PayoutAdvance {
  readonly payouts: readonly PayoutChange[]
  readonly inputs: readonly PaymentInput[]
  /** A signed transaction that nobody has seen yet has no id to show. */
  readonly sent: boolean
}

/** Writes what a forward has done onto its payment and moves it. */
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
      // Another coin that came by mistake leaves by itself; it says nothing about what was asked for.
      const rounds = byPayment.get(payment.id)?.filter((round) => round.asset === payment.asset) ?? []
      const quote = quotes.get(payment.quoteId)
      if (!quote || rounds.length === 0) return []
      const others = settled.filter(({ ref, leg }) => ref === payment.id && !rounds.some((round) => round.leg === leg))
      const received = { deposits: deposits.filter(({ subjectId }) => subjectId === payment.id), rounds: known }
      notePayouts(payment, { rounds, others: sumUnits(others), sent, received })
      return [{ payment, inputs, quote, view: views.get(payment.chain) ?? unread }]
    }),
  )
}

interface Rounds {
  readonly rounds: readonly PayoutChange[]
  /** What the network took for the other rounds. */
  readonly others: bigint
  readonly sent: boolean
  readonly received: Received
}

/**
 * The transaction that a client is shown is that of the forward that was announced, whichever of its transactions was mined; amounts and fees are those
 * of all rounds. Money that left before the payment was confirmed is divided when it is.
 */
function notePayouts(payment: PaymentEntity, { rounds, others, sent, received }: Rounds): void {
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
