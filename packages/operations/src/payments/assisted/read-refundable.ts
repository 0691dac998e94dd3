import { listAssistedRefunds } from '@gateway/db/payments/assisted/assisted-refund-queries'
import { sumRefundTransfers } from '@gateway/db/payments/assisted/refund-transfer-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import { NotReturnable } from '@gateway/domain/payments/errors'
import { isCompleted } from '@gateway/domain/payments/machine'
import { leftToRefund } from '@gateway/domain/payments/refundable'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { selectHeld } from '../forwarding/select-held.ts'
import { heldDeposits, isOver } from '../held-deposits.ts'

/** A page reads all of them. */
const MAX_STARTED = 50

type ReadContext = Pick<Context, 'rails'>

/** What of a payment can go back now: what the gateway holds and sends itself, and what its merchant can pay from its own wallet. */
export interface Refundable {
  readonly heldUnits: bigint
  readonly leftUnits: bigint
  /** How many refunds of it its merchant has started. */
  readonly started: number
}

/** Reads what of a payment can go back. Decisions on it are made under `lockRefundsOf`. */
export async function readRefundable(em: Em, ctx: ReadContext, payment: PaymentEntity): Promise<Refundable> {
  const { heldUnits, undecidedUnits } = await readHeld(em, ctx, payment)
  const known = await listAssistedRefunds(em, { paymentId: payment.id })
  const sums = await sumRefundTransfers(
    em,
    known.map(({ id }) => id),
  )
  const refunds = known.map(({ id, state, units }) => ({ state, units, assignedUnits: sums.get(id)?.assignedUnits ?? 0n }))
  const leftUnits = mayPay(payment) ? leftToRefund(payment, { refunds, heldUnits: undecidedUnits }) : 0n
  return { heldUnits, leftUnits, started: known.length }
}

/** True of a payment whose money is its merchant's, or goes to its merchant alone. */
const mayPay = (payment: PaymentEntity): boolean => isCompleted(payment.state) || isOver(payment)

/** Only an address of the pool has a key of ours, and what came for a completed payment is its merchant's. */
async function readHeld(em: Em, { rails }: ReadContext, payment: PaymentEntity) {
  if (!isOver(payment) || rails.get(payment.chain)?.addressing !== 'pool') return { heldUnits: 0n, undecidedUnits: 0n }
  const deposits = await readDeposits(em, 'payment', [payment.id])
  const undecided = deposits.filter(({ asset, intentId, state }) => asset === payment.asset && intentId === null && state !== 'gone')
  // What costs more to send than it is worth closes no way for the rest.
  const { selected } = await selectHeld(em, { rails }, { object: payment, held: heldDeposits(payment, deposits) })
  return { heldUnits: sumUnits(selected), undecidedUnits: sumUnits(undecided) }
}

/** @throws {NotReturnable} unless something is left that the merchant can refund, with the reason. */
export function requireLeft({ state, receivedUnits }: PaymentEntity, { leftUnits, started }: Refundable): void {
  if (started >= MAX_STARTED) throw new NotReturnable(state, `${MAX_STARTED} refunds of the payment were started already`)
  if (leftUnits > 0n) return
  const [, reason] = reasons.find(([isTrue]) => isTrue({ state, receivedUnits })) ?? []
  throw new NotReturnable(state, reason ?? 'everything that was received is refunded already, or being refunded')
}

type Judged = Pick<PaymentEntity, 'state' | 'receivedUnits'>

const reasons: readonly (readonly [isTrue: (payment: Judged) => boolean, reason: string])[] = [
  [({ receivedUnits }) => receivedUnits === 0n, 'the payment has received nothing'],
  [({ state }) => state === 'pending' || state === 'detected', 'the payment is not confirmed yet'],
]
