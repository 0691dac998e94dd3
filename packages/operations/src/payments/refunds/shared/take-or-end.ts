import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { lockRefunds } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { findMove } from '@gateway/domain/kernel/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import type { Context } from '../../../kernel/context.ts'
import { endRefund } from './end-refund.ts'
import { findMoneyEnd } from './find-money-end.ts'
import type { RefundedObject } from './refunded-object.ts'
import { takeRefund } from './take-refund.ts'

/** A due refund of an object that its caller has locked, and the object's deposits. */
interface Due {
  readonly refundId: string
  readonly object: RefundedObject
  readonly deposits: readonly DepositEntity[]
}

/** Plans a due refund, or ends it when nothing is held any more or the signer refuses its address. @returns true when it was planned. */
export async function takeOrEnd(em: Em, ctx: Context, { refundId, object, deposits }: Due): Promise<boolean> {
  const [back] = await lockRefunds(em, [refundId])
  if (!back || !findMove(returnMachine, back.state, 'plan')) return false
  const end = await findMoneyEnd(em, { back, isHeld: object.hasMoneyIn(deposits) })
  if (end === undefined) return (await takeRefund(em, ctx, { object, back, deposits })) !== undefined
  await endRefund(em, ctx, { back, by: 'system', reason: end })
  return false
}
