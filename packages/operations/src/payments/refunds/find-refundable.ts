import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import { NotReturnable } from '@gateway/domain/payments/errors'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { selectHeld } from '../forwarding/select-held.ts'
import { heldDeposits, isOver } from '../held-deposits.ts'

/** The base units that could be refunded now. @throws {NotReturnable} with the reason. */
export async function findRefundable(em: Em, ctx: Pick<Context, 'rails'>, payment: PaymentEntity): Promise<bigint> {
  if (ctx.rails.get(payment.chain)?.addressing !== 'pool')
    throw new NotReturnable(
      payment.state,
      `on ${payment.chain} a deposit address can pay its merchant and the platform only; accept it or forward it`,
    )
  if (!isOver(payment)) throw new NotReturnable(payment.state, 'the payment has not ended')
  const held = heldDeposits(payment, await readDeposits(em, 'payment', [payment.id]))
  const { selected } = await selectHeld(em, ctx, { payment, held })
  const units = sumUnits(selected)
  if (units === 0n) throw new NotReturnable(payment.state, 'the payment has no held funds')
  return units
}
