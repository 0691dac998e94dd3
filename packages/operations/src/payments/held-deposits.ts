import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { PayerHeldReason } from '@gateway/domain/payments/payer-refund'

/** States whose held funds need a decision. */
const waiting: ReadonlySet<PaymentState> = new Set(['expired', 'failed'])

/** True of a payment that ended unpaid. */
export const isOver = ({ state }: Pick<PaymentEntity, 'state'>): boolean => waiting.has(state)

/** Included deposits of a payment's own asset that no payout has taken. */
export const heldDeposits = (payment: Pick<PaymentEntity, 'asset'>, deposits: readonly DepositEntity[]): DepositEntity[] =>
  deposits.filter((deposit) => deposit.asset === payment.asset && deposit.intentId === null && deposit.state === 'included')

/** True of a deposit in the ledger. */
export const isCredited = (deposit: Pick<DepositEntity, 'creditRevision'>): boolean => deposit.creditRevision !== null

/** Why the money of a payment that ended unpaid is held, as its payer is told. */
export function heldReasonOf({ state, receivedUnits, dueUnits, toleranceUnits }: PaymentEntity): PayerHeldReason {
  if (state === 'failed') return 'failed'
  return receivedUnits < dueUnits - toleranceUnits ? 'underpaid' : 'late'
}
