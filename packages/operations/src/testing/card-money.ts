import { RefundCardInput, ReleaseCardEscrowInput } from '@gateway/contract/cards/inputs'
import type { SeenCardEscrow, SeenCardRefund } from '@gateway/contract/cards'
import { refundCard } from '../cards/refunds/refund-card.ts'
import { releaseCardEscrow } from '../cards/escrows/release-card-escrow.ts'
import type { CardShop, ToldEvent } from './test-cards.ts'
import type { disputeStatuses } from '@gateway/domain/cards/dispute'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'

const LOOK_MS = 10 * 60_000

/** A card payment that was paid. */
export async function paidCard(shop: CardShop, terms: Readonly<Record<string, unknown>> = {}): Promise<CardPaymentEntity> {
  const { payment } = await shop.charge(terms)
  await shop.pay(payment.checkoutUrl)
  await shop.look(LOOK_MS)
  return (await shop.card(payment.id)).payment
}

/** Refunds as a merchant asks for it. */
export const refund = (shop: CardShop, wish: Readonly<Record<string, unknown>>): Promise<SeenCardRefund> =>
  refundCard(shop.ctx, { actor: shop.actor, wish: RefundCardInput.parse(wish) })

/** Releases as a merchant asks for it. */
export const release = (shop: CardShop, { escrowId }: Pick<CardPaymentEntity, 'escrowId'>): Promise<SeenCardEscrow> =>
  releaseCardEscrow(shop.ctx, { actor: shop.actor, wish: ReleaseCardEscrowInput.parse({ escrow_id: escrowId }) })

/** Tells an event about an object, a moment later, and works on it. */
export async function tell(shop: CardShop, event: ToldEvent): Promise<void> {
  shop.ctx.clock.advance(1)
  await shop.tell(event)
  await shop.work()
}

/** A kind of object at the processor. */
type Kind = Parameters<CardShop['stripe']['control']['objectsOf']>[0]

/** The objects of a kind at the processor, oldest first. */
export async function objectsOf(shop: CardShop, kind: Kind): Promise<Record<string, unknown>[]> {
  return (await shop.stripe.control.objectsOf(kind)).map((object) => ({ ...object }))
}

/** By how much the book changes meanwhile, by asset and account; zeros are left out. */
export async function bookedBy(shop: CardShop, work: () => Promise<unknown>): Promise<Record<string, bigint>> {
  const before = await shop.book()
  await work()
  const after = await shop.book()
  const accounts = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changes = accounts.map((name) => [name, (after[name] ?? 0n) - (before[name] ?? 0n)] as const)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}

/** @throws {Error} when an invariant of the ledger or of the rows is violated. */
export async function requireTrue(shop: CardShop): Promise<void> {
  const violated = await shop.untrue()
  if (violated.length > 0) throw new Error(`violated: ${violated.join(', ')}`)
}

/** A dispute at the processor, and the status that it moves to. */
export interface DisputeMove {
  readonly dispute: string
  readonly status: keyof typeof disputeStatuses
}

type Disputed = Pick<CardPaymentEntity, 'chargeId' | 'escrowId' | 'processorAccountId'>
const chargedOn = ({ escrowId, processorAccountId }: Disputed): string | null => (escrowId === null ? processorAccountId : null)

/** Opens a dispute at the processor, and tells it. @returns its id. */
export async function dispute(shop: CardShop, payment: Disputed, terms: { isInquiry?: boolean; amount?: number } = {}): Promise<string> {
  const { id } = await shop.stripe.control.do('openDispute', { charge: payment.chargeId ?? '', ...terms })
  await tell(shop, { type: 'charge.dispute.created', objectId: id, account: chargedOn(payment) })
  return id
}

/** Brings a dispute of a payment into a status at the processor, and tells it. */
export async function moveDispute(shop: CardShop, payment: Disputed, to: DisputeMove): Promise<void> {
  await shop.stripe.control.do('moveDispute', to)
  await tell(shop, { type: 'charge.dispute.updated', objectId: to.dispute, account: chargedOn(payment) })
}
