import type { ForwardCost } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { type DueRefund, findDueRefunds, findOvertaken, lockRefunds } from '@gateway/db/payments/refund-queries'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import type { SweptPage } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { leavesPayableUnits } from '@gateway/domain/custody/rules'
import { findMove } from '@gateway/domain/kernel/machine'
import { sumUnits } from '@gateway/domain/money/units'
import { isCompleted } from '@gateway/domain/payments/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import { splitReceived } from '@gateway/domain/payments/rules'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { findPause } from '../../custody/pauses/find-pause.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import { findPinRefusal } from '../../custody/pins/find-pin-refusal.ts'
import { transaction } from '../../kernel/transaction.ts'
import { holdingOf } from '../payment-holding.ts'
import { endRefund } from './end-refund.ts'
import { heldDeposits, isCredited, isOver } from '../held-deposits.ts'
import { advanceRefunds } from '../lifecycle/advance-refunds.ts'
import { announceUpdates } from '../lifecycle/announce-updates.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { selectHeld } from '../forwarding/select-held.ts'

/**
 * Plans the refunds whose hold is over (ledger L16), and ends those of completed payments. Each in a transaction of its own under its payment's
 * lock, so a concurrent decision finds it made. While payouts are paused nothing is planned, because a planned refund cannot be withdrawn.
 *
 * @returns how many were planned.
 */
export async function planRefunds(ctx: Context, limit?: number): Promise<number> {
  const now = ctx.clock.now()
  const plan = (one: DueRefund) => transaction(ctx, (em) => planReturn(em, ctx, one))
  const swept = { limit, keyOf: ({ paymentId }: DueRefund) => paymentId, aboutOf: ({ paymentId }: DueRefund) => ({ paymentId }) }
  const ended = await sweepEach(ctx, { name: 'overtaken_refunds', ...swept, read: (page) => findOvertaken(ctx.orm.em.fork(), page) }, plan)
  const due = (page: SweptPage) => findDueRefunds(ctx.orm.em.fork(), { ...page, now })
  return ended + (await sweepEach(ctx, { name: 'due_refunds', ...swept, read: due }, plan))
}

async function planReturn(em: Em, ctx: Context, { id, paymentId }: DueRefund): Promise<boolean> {
  const [payment] = await lockPayments(em, [paymentId])
  const [back] = await lockRefunds(em, [id])
  if (!payment || !back) return false
  const deposits = await readDeposits(em, 'payment', [paymentId])
  const end = await findEnd(em, { payment, back, deposits })
  if (end !== undefined) await endRefund(em, ctx, { back, by: 'system', reason: end })
  if (end !== undefined || !isOver(payment) || !findMove(returnMachine, back.state, 'plan')) return false
  return take(em, ctx, { payment, back, held: heldDeposits(payment, deposits).filter(isCredited) })
}

interface Known {
  readonly payment: PaymentEntity
  readonly back: RefundEntity
  readonly deposits: readonly DepositEntity[]
}

/** The reason to end a refund; undefined while it may still be paid. */
async function findEnd(em: Em, { payment, back, deposits }: Known): Promise<string | undefined> {
  if (isCompleted(payment.state)) return 'payment_completed'
  const isUntaken = (deposit: DepositEntity): boolean => deposit.asset === payment.asset && deposit.intentId === null
  // A deposit in an orphaned block may reappear; only a deposit in another payout is gone.
  if (!deposits.some(isUntaken)) return 'nothing_is_held'
  return back.payoutTermsId === null ? undefined : findPinRefusal(em, back.payoutTermsId)
}

interface Taking {
  readonly payment: PaymentEntity
  readonly back: RefundEntity
  readonly held: readonly DepositEntity[]
}

async function take(em: Em, ctx: Context, { payment, back, held }: Taking): Promise<boolean> {
  const { selected, cost } = await selectHeld(em, ctx, { payment, held })
  const units = sumUnits(selected)
  const networkFeeUnits = findFeeUnits(units, cost)
  const pause = await findPause(em, payment)
  const reasons: readonly (readonly [boolean, string])[] = [
    [pause !== undefined, `paused:${pause}`],
    [held.length === 0, 'waits_for_confirmations'],
    [networkFeeUnits === undefined, 'below_cost_of_forwarding'],
  ]
  const holdReason = reasons.find(([isTrue]) => isTrue)?.[1] ?? null
  if (holdReason !== null) return noteHold(em, back, holdReason)
  const planned = await advanceRefunds(em, { ids: [back.id], input: 'plan', patch: { holdReason } })
  if (planned.length === 0 || networkFeeUnits === undefined || back.payoutTermsId === null) return false
  payment.returningUnits += units
  await savePayments(em, [payment])
  const split = splitReceived(units, 0, networkFeeUnits)
  const holding = holdingOf(payment, payment.asset)
  await planIntents(em, ctx, [
    { purpose: 'payment_refund', ref: back.id, leg: 0, holding, payoutTermsId: back.payoutTermsId, deposits: selected, split },
  ])
  await refreshSplits(em, [payment])
  await announceUpdates(em, ctx, [payment.id])
  return true
}

/** Notes on a refund why it is not planned. */
async function noteHold(em: Em, { id }: RefundEntity, holdReason: string): Promise<false> {
  await tables(em).updateTable('refund').set({ holdReason }).where('id', '=', id).execute()
  return false
}

/** The expected network fee; undefined while nothing would remain. Without an estimate the refund is planned, and the signer waits for one. */
function findFeeUnits(units: bigint, cost: ForwardCost | undefined): bigint | undefined {
  if (!cost) return 0n
  return leavesPayableUnits({ units, feeUnits: 0n, cost }) ? cost.units : undefined
}
