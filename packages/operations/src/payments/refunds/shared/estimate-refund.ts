import type { Em } from '@gateway/db/orm'
import { leavesPayableUnits } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import type { PayerRefund } from '@gateway/domain/payments/payer-refund'
import { readDeposits } from '../../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../../kernel/context.ts'
import { selectHeld } from '../../forwarding/select-held.ts'
import type { RefundedObject } from './refunded-object.ts'

/** What a refund would pay now. */
export type RefundEstimate = Pick<PayerRefund, 'units' | 'networkFeeUnits' | 'isWorthSending'>

/**
 * What a refund of an object would pay now: the deposits that a payout would take, or all held ones while none is worth its network fee.
 * Deposits and fees may change until the payout is planned.
 */
export async function estimateRefund(em: Em, ctx: Pick<Context, 'rails'>, object: RefundedObject): Promise<RefundEstimate> {
  const held = object.heldOf(await readDeposits(em, object.subject, [object.id]))
  const { selected, cost } = await selectHeld(em, ctx, { object, held })
  const units = sumUnits(selected.length > 0 ? selected : held)
  return {
    units,
    networkFeeUnits: cost?.units ?? null,
    isWorthSending: units === 0n || !cost || leavesPayableUnits({ units, feeUnits: 0n, cost }),
  }
}
