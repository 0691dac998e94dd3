import type { ForwardCost } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { purposeOfTerms } from '@gateway/domain/custody/purposes'
import { leavesPayableUnits } from '@gateway/domain/custody/rules'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import { findPause } from '../../../custody/pauses/find-pause.ts'
import { planIntents } from '../../../custody/payouts/plan-intents.ts'
import type { Context } from '../../../kernel/context.ts'
import { selectHeld } from '../../forwarding/select-held.ts'
import { isCredited } from '../../held-deposits.ts'
import { advanceRefunds } from '../../lifecycle/advance-refunds.ts'
import { holdingOf } from '../../payment-holding.ts'
import type { RefundedObject } from './refunded-object.ts'

/** A claimed refund whose hold is over, with its object and the deposits of that object; both are locked. */
interface Taking {
  readonly object: RefundedObject
  readonly back: RefundEntity
  readonly deposits: readonly DepositEntity[]
}

/**
 * Plans a refund over the held deposits of its object (ledger L16), once; notes on the refund why it cannot be planned yet. While payouts are paused nothing
 * is planned, because a planned refund cannot be withdrawn.
 *
 * @returns the base units that go back, network fee included; undefined when it was not planned.
 */
export async function takeRefund(em: Em, ctx: Context, { object, back, deposits }: Taking): Promise<bigint | undefined> {
  const held = object.heldOf(deposits).filter(isCredited)
  const { selected, cost } = await selectHeld(em, ctx, { object, held })
  const units = sumUnits(selected)
  const networkFeeUnits = findFeeUnits(units, cost)
  const pause = await findPause(em, object)
  const reasons: readonly (readonly [boolean, string])[] = [
    [pause !== undefined, `paused:${pause}`],
    [held.length === 0, 'waits_for_confirmations'],
    [networkFeeUnits === undefined, 'below_cost_of_forwarding'],
  ]
  const holdReason = reasons.find(([isTrue]) => isTrue)?.[1] ?? null
  if (holdReason !== null) return noteHold(em, back, holdReason)
  const planned = await advanceRefunds(em, { ids: [back.id], input: 'plan', patch: { holdReason } })
  if (planned.length === 0 || networkFeeUnits === undefined || back.payoutTermsId === null) return undefined
  const purpose = purposeOfTerms(object.termsSubject)
  const split = splitReceived(units, 0, networkFeeUnits)
  const holding = holdingOf(object, object.asset)
  await planIntents(em, ctx, [{ purpose, ref: back.id, leg: 0, holding, payoutTermsId: back.payoutTermsId, deposits: selected, split }])
  return units
}

/** Notes on a refund why it is not planned. */
async function noteHold(em: Em, { id }: RefundEntity, holdReason: string): Promise<undefined> {
  await tables(em).updateTable('refund').set({ holdReason }).where('id', '=', id).execute()
}

/** The expected network fee; undefined while nothing would remain. Without an estimate the refund is planned, and the signer waits for one. */
function findFeeUnits(units: bigint, cost: ForwardCost | undefined): bigint | undefined {
  if (!cost) return 0n
  return leavesPayableUnits({ units, feeUnits: 0n, cost }) ? cost.units : undefined
}
