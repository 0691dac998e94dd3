import type { AssistedRefund, AssistedRefundInput } from './assisted-refund.ts'

/** The units of a refund's transfers: in blocks, final or not, and final ones alone. */
export interface RefundSums {
  readonly countedUnits: bigint
  readonly finalUnits: bigint
}

/** What transfers make of a refund: what it counts as paid, and the inputs of its machine, in order. */
export interface RefundAssessment {
  readonly paidUnits: bigint
  readonly inputs: readonly AssistedRefundInput[]
}

/**
 * Assesses a refund by its transfers, in any order and any number of times. More than its amount is the payer's and counts for nothing; one that has
 * ended keeps its state and counts what has become final.
 */
export function assessRefund(refund: Pick<AssistedRefund, 'state' | 'units'>, sums: RefundSums): RefundAssessment {
  const isPaid = sums.finalUnits >= refund.units
  return { paidUnits: isPaid ? refund.units : sums.finalUnits, inputs: inputsOf(refund, { ...sums, isPaid }) }
}

function inputsOf(
  { state }: Pick<AssistedRefund, 'state'>,
  { countedUnits, isPaid }: RefundSums & { isPaid: boolean },
): AssistedRefundInput[] {
  const whole: AssistedRefundInput[] = isPaid ? ['complete'] : []
  if (state === 'named') return countedUnits > 0n ? ['receive', ...whole] : []
  if (state === 'paying') return countedUnits > 0n ? whole : ['lose']
  if (state !== 'refunded' || isPaid) return []
  return [countedUnits > 0n ? 'shrink' : 'lose']
}
