import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { type DueRefund, findOvertaken, lockRefunds } from '@gateway/db/payments/refund-queries'
import { lockPayments, savePayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { findMove } from '@gateway/domain/kernel/machine'
import { isCompleted } from '@gateway/domain/payments/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { sweepEach } from '../../kernel/sweeps/sweep-each.ts'
import { transaction } from '../../kernel/transaction.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { isOver } from '../held-deposits.ts'
import { announceUpdates } from '../lifecycle/announce-updates.ts'
import { endRefund } from './shared/end-refund.ts'
import { findMoneyEnd } from './shared/find-money-end.ts'
import { refundedPayment } from './payment-refunds.ts'
import { sweepDueRefunds } from './shared/sweep-due-refunds.ts'
import { takeRefund } from './shared/take-refund.ts'

/**
 * Plans the refunds of payments whose hold is over (ledger L16), and ends those of completed payments. Each in a transaction of its own under its
 * payment's lock, so a concurrent decision finds it made.
 *
 * @returns how many were planned.
 */
export async function planRefunds(ctx: Context, limit?: number): Promise<number> {
  const plan = (one: DueRefund) => transaction(ctx, (em) => planReturn(em, ctx, one))
  const keys = { keyOf: ({ ownerId }: DueRefund) => ownerId, aboutOf: ({ ownerId }: DueRefund) => ({ paymentId: ownerId }) }
  const overtaken = { name: 'overtaken_refunds', limit, ...keys } as const
  const ended = await sweepEach<DueRefund>(ctx, { ...overtaken, read: (page) => findOvertaken(ctx.orm.em.fork(), page) }, plan)
  return ended + (await sweepDueRefunds(ctx, { name: 'due_refunds', of: 'payment', limit, plan }))
}

async function planReturn(em: Em, ctx: Context, { id, ownerId: paymentId }: DueRefund): Promise<boolean> {
  const [payment] = await lockPayments(em, [paymentId])
  const [back] = await lockRefunds(em, [id])
  if (!payment || !back) return false
  const deposits = await readDeposits(em, 'payment', [paymentId])
  const end = await findEnd(em, { payment, back, deposits })
  if (end !== undefined) await endRefund(em, ctx, { back, by: 'system', reason: end })
  if (end !== undefined || !isOver(payment) || !findMove(returnMachine, back.state, 'plan')) return false
  const units = await takeRefund(em, ctx, { object: refundedPayment(payment), back, deposits })
  if (units === undefined) return false
  payment.returningUnits += units
  await savePayments(em, [payment])
  await refreshSplits(em, [payment])
  await announceUpdates(em, ctx, [payment.id])
  return true
}

interface Known {
  readonly payment: PaymentEntity
  readonly back: RefundEntity
  readonly deposits: readonly DepositEntity[]
}

/** The reason to end a refund; undefined while it may still be paid. */
async function findEnd(em: Em, { payment, back, deposits }: Known): Promise<string | undefined> {
  if (isCompleted(payment.state)) return 'payment_completed'
  return findMoneyEnd(em, { back, isHeld: refundedPayment(payment).hasMoneyIn(deposits) })
}
