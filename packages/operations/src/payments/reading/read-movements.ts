import { MAX_SHOWN } from '@gateway/contract/movements'
import type { KnownPayment } from '@gateway/db/payments/reading/known-queries'
import { findFirstDeposits, findPayouts } from '@gateway/db/payments/movement-queries'
import type { Em } from '@gateway/db/orm'
import { type Movements, movementsText, NO_MOVEMENTS } from '@gateway/domain/payments/movements'
import type { Payment } from '@gateway/domain/payments/payment'
import { createHash } from 'node:crypto'

/** What arrived for some payments and left them, as far as it is shown: two queries, none without payments. */
export async function readMovements(em: Em, paymentIds: readonly string[]): Promise<(paymentId: string) => Movements> {
  if (paymentIds.length === 0) return () => NO_MOVEMENTS
  const [deposits, payouts] = await Promise.all([findFirstDeposits(em, { paymentIds, most: MAX_SHOWN }), findPayouts(em, { paymentIds })])
  const arrived = Map.groupBy(deposits, ({ subjectId }) => subjectId)
  const left = Map.groupBy(payouts, ({ paymentId }) => paymentId)
  return (id) => ({ deposits: arrived.get(id) ?? [], payouts: left.get(id) ?? [] })
}

/** A payment with the rows shown beside it, and its deposits and payouts. */
export interface KnownMovements extends KnownPayment {
  readonly movements: Movements
}

/** Adds what arrived for some payments and left them; one place for each. */
export async function withMovements(em: Em, known: readonly (KnownPayment | undefined)[]): Promise<(KnownMovements | undefined)[]> {
  const movementsOf = await readMovements(
    em,
    known.flatMap((one) => one?.payment.id ?? []),
  )
  return known.map((one) => one && { ...one, movements: movementsOf(one.payment.id) })
}

/**
 * A digest of a payment's status and of what a merchant can see of its movements; empty for a pending payment that nothing has reached, as payments are
 * created.
 */
export function digestOf(payment: Payment, movements: Movements): string {
  const status = payment.state === 'pending' ? '' : `${payment.state}\n`
  const text = status + movementsText(payment, movements)
  return text === '' ? '' : createHash('sha256').update(text).digest('base64url')
}
