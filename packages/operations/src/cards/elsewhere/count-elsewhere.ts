import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { readBooked, readIntentsOf, readRefundNames } from '@gateway/db/cards/elsewhere-queries'
import type { Em } from '@gateway/db/orm'
import type { ProcessorObject, ReversalFacts } from '@gateway/domain/cards/facts'
import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { transaction } from '../../kernel/transaction.ts'
import { holdIfOwed } from '../escrows/book-move.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { isReleasing } from '../lifecycle/standing.ts'
import { adoptRefunds } from './adopt-refunds.ts'
import { countUnmatched } from './count-unmatched.ts'
import { countFeeRefunds, countReversals } from './count-money.ts'
import { type MovedBack, readMovedBack } from './read-elsewhere.ts'

/**
 * Brings a charged payment to what went back of it at the processor itself, in its dashboard or by another program: refunds become rows like ours, reversals
 * and refunds of the fee are counted, and only what is due beyond them is planned.
 *
 * @returns why it could not be read; `early` while calls of ours are under way that may be a part of it; undefined when everything is counted.
 */
export async function countElsewhere(ctx: ProcessorContext, payment: CardPaymentEntity): Promise<FailedCall | 'early' | undefined> {
  const read = await readMovedBack(ctx, payment)
  if (read.result !== 'done') return read
  return transaction(ctx, async (em) => count(em, ctx, { ...(await lockCard(em, { paymentId: payment.id })), read }))
}

async function count(em: Em, ctx: ProcessorContext, { read, ...card }: Card & { readonly read: MovedBack }): Promise<'early' | undefined> {
  const { payment, escrow } = card
  if (payment.capturedMinor === null) return uncaptured(em, ctx, { ...card, read })
  const known = await readRefundNames(em, { paymentId: payment.id })
  const refunds = (await unnamed(em, { payment, purpose: 'card_refund' }, read.refunds)).objects.filter(({ id }) => !known.has(id))
  const fees = (await unnamed(em, { payment, purpose: 'card_fee_refund' }, read.feeRefunds)).objects
  const { objects, isOpen } = await unnamed(em, { payment, purpose: 'card_reversal' }, read.reversals)
  const reversals = await unbooked(em, objects)
  if (isReleasing(escrow) || (isOpen && reversals.length > 0)) return 'early'
  await countFeeRefunds(em, ctx, { payment, fees })
  if (escrow) await countReversals(em, ctx, { payment, escrow, reversals })
  const problem = await adoptRefunds(em, ctx, { ...card, refunds })
  await advanceCards(em, ctx, card)
  if (escrow) await holdIfOwed(em, ctx, card)
  return problem
}

/** An operator knows of a charge that does not match: it is not ours to refund. */
async function uncaptured(
  em: Em,
  ctx: ProcessorContext,
  { read, ...card }: Card & { readonly read: MovedBack },
): Promise<'early' | undefined> {
  if (card.payment.chargeId === null) return card.payment.lookAt === null ? undefined : 'early'
  await countUnmatched(em, ctx, { ...card, read })
  return undefined
}

/** The objects that name none of our intents; anybody may have written the name of one that was refused. */
async function unnamed<Facts extends ProcessorObject>(
  em: Em,
  { payment, purpose }: { payment: CardPaymentEntity; purpose: ProcessorPurpose },
  facts: readonly Facts[],
): Promise<{ objects: readonly Facts[]; isOpen: boolean }> {
  const { ids, isOpen } = await readIntentsOf(em, { purpose, paymentId: payment.id })
  return { objects: facts.filter(({ intentId }) => intentId === null || !ids.has(intentId)), isOpen }
}

async function unbooked(em: Em, reversals: readonly ReversalFacts[]): Promise<readonly ReversalFacts[]> {
  const booked = await readBooked(em, { refs: reversals.map(({ id }) => id) })
  return reversals.filter(({ id }) => !booked.has(id))
}
