import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { PaymentState } from '@gateway/domain/payments/machine'

/** States whose money waits for somebody to decide: nothing of it moves by itself. */
const waiting: ReadonlySet<PaymentState> = new Set(['expired', 'failed'])

/** True of a payment that is over without having been paid. */
export const isOver = ({ state }: Pick<PaymentEntity, 'state'>): boolean => waiting.has(state)

/** Money of a payment's own asset that lies at its address and that nothing has taken. */
export const heldDeposits = (payment: Pick<PaymentEntity, 'asset'>, deposits: readonly DepositEntity[]): DepositEntity[] =>
  deposits.filter((deposit) => deposit.asset === payment.asset && deposit.intentId === null && deposit.state === 'included')

/** True of money that is in the book. */
export const isCredited = (deposit: Pick<DepositEntity, 'creditedBy'>): boolean => deposit.creditedBy !== null
