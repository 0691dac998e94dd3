import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import { NotReturnable } from '@gateway/domain/payments/errors'
import { readDeposits } from '../../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../../kernel/context.ts'
import { selectHeld } from '../../forwarding/select-held.ts'
import type { RefundedObject } from './refunded-object.ts'

/** The base units that could be refunded now. @throws {NotReturnable} with the reason. */
export async function findRefundable(em: Em, ctx: Pick<Context, 'rails'>, object: RefundedObject): Promise<bigint> {
  if (ctx.rails.get(object.chain)?.addressing !== 'pool')
    throw new NotReturnable(
      object.state,
      `on ${object.chain} a deposit address can pay its merchant and the platform only; accept it or forward it`,
    )
  if (!object.isOver) throw new NotReturnable(object.state, `the ${object.subject} has not ended`)
  const held = object.heldOf(await readDeposits(em, object.subject, [object.id]))
  const { selected } = await selectHeld(em, ctx, { object, held })
  const units = sumUnits(selected)
  if (units === 0n) throw new NotReturnable(object.state, `the ${object.subject} has no held funds`)
  return units
}
