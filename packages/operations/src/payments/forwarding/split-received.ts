import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { portion } from '@gateway/domain/money/rounding'
import { sumUnits } from '@gateway/domain/money/units'
import { shownDeposits } from '@gateway/domain/payments/assessment'
import { splitPaid, type Split } from '@gateway/domain/payments/rules'
import type { RoundRecords } from './round-records.ts'

/** The deposits of a payment, and the rounds that have taken them. */
export interface Received {
  readonly deposits: readonly DepositEntity[]
  readonly rounds: RoundRecords
}

/**
 * Splits the received amount without refunds, with the network fee as far as it is known. Each round is charged on its own, rounded down, as are
 * deposits in no round; the fee is their sum.
 *
 * The three parts always add up; a network fee that becomes known is taken from the merchant's part. A round whose deposit a reorg has removed shows
 * no network fee.
 */
export function splitReceived(payment: Pick<PaymentEntity, 'asset' | 'state' | 'feeBps' | 'networkFeeUnits'>, received: Received): Split {
  const rounds = keptRounds(payment, received)
  const feeUnits = rounds.reduce((sum, round) => sum + portion(round.units, payment.feeBps), 0n)
  return splitShown({ units: sumUnits(rounds), feeUnits }, payment.networkFeeUnits ?? 0n)
}

/** The received amount without refunds and shortfalls, by round; without an id for deposits in no round. */
export const keptRounds = (
  payment: Pick<PaymentEntity, 'asset' | 'state'>,
  { deposits, rounds }: Received,
): { id: string | null; units: bigint }[] =>
  [...Map.groupBy(shownDeposits(payment, deposits), (deposit) => deposit.intentId)]
    .filter(([id]) => id === null || !rounds.returning.has(id))
    .map(([id, taken]) => ({ id, units: sumUnits(taken) - (rounds.shortfalls.get(id ?? '') ?? 0n) }))

/** Splits the amount that is left; the network fee of removed money is not part of it. */
export const splitShown = (paid: { units: bigint; feeUnits: bigint }, networkFeeUnits: bigint): Split => {
  const left = paid.units - paid.feeUnits
  return splitPaid(paid, networkFeeUnits < left ? networkFeeUnits : left)
}
