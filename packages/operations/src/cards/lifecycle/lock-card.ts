import { lockCardPayment, lockEscrowOf } from '@gateway/db/cards/card-queries'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Card } from './advance-cards.ts'

/** A card payment with its escrow, locked in this order until the caller's transaction ends. @throws {NotFound} */
export async function lockCard(em: Em, { paymentId }: { paymentId: string }): Promise<Card> {
  const payment = await lockCardPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('card payment')
  const escrow = payment.escrowId === null ? undefined : await lockEscrowOf(em, { paymentId })
  return { payment, escrow: escrow ?? null }
}
