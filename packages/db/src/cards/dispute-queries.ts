import { sql } from 'kysely'
import { type DisputePhase, disputeStatuses } from '@gateway/domain/cards/dispute'
import { sumOf } from '@gateway/domain/money/units'
import { insertTogether } from '../kernel/insert-together.ts'
import { owned, type OwnerScope } from '../kernel/owned.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardDisputeEntity } from './card-dispute.entity.ts'

/** Disputes as callers list them, and as the role that calls the processor writes them back. */
export const ownCardDisputes = owned('card_dispute', { frozen: ['paymentId', 'processorDisputeId', 'currency'] })

/** The statuses in which a bank asks about a card payment without having moved money. */
export const openInquiries = Object.entries(disputeStatuses).flatMap(([status, { isOpenInquiry }]) => (isOpenInquiry ? [status] : []))

/** True while a bank asks about a card payment without having moved money. */
export async function hasOpenInquiry(em: Em, { paymentId }: { paymentId: string }): Promise<boolean> {
  const asking = tables(em)
    .selectFrom('card_dispute')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where(sql<boolean>`status = ANY(${openInquiries})`)
  return (await asking.limit(1).executeTakeFirst()) !== undefined
}

/** The phases that the other disputes of a payment are in. */
export async function readPhasesOfOthers(
  em: Em,
  { id, paymentId }: Pick<CardDisputeEntity, 'id' | 'paymentId'>,
): Promise<ReadonlySet<DisputePhase>> {
  const others = tables(em).selectFrom('card_dispute').select('phase').distinct().where('paymentId', '=', paymentId).where('id', '<>', id)
  return new Set((await others.execute()).map(({ phase }) => phase))
}

/** What the lost disputes of a payment have withdrawn of its escrow. */
export async function sumLost(em: Em, { paymentId }: { paymentId: string }): Promise<bigint> {
  const lost = tables(em).selectFrom('card_dispute').select('withdrawnMinor').where('paymentId', '=', paymentId)
  const rows = await lost.where('phase', '=', 'lost').execute()
  return sumOf(rows.map(({ withdrawnMinor }) => withdrawnMinor))
}

/** A dispute by the processor's id, locked FOR UPDATE; lock its payment first. */
export const lockDispute = (em: Em, of: Pick<CardDisputeEntity, 'processorDisputeId'>): Promise<CardDisputeEntity | undefined> =>
  tables(em).selectFrom('card_dispute').selectAll().where('processorDisputeId', '=', of.processorDisputeId).forUpdate().executeTakeFirst()

/** Stores a dispute. */
export const insertDispute = (em: Em, dispute: CardDisputeEntity): Promise<unknown> =>
  insertTogether(em, [{ into: 'card_dispute', rows: [dispute] }])

/** Any dispute. */
export const readDisputeRow = (em: Em, { id }: { id: string }): Promise<CardDisputeEntity | undefined> =>
  tables(em).selectFrom('card_dispute').selectAll().where('id', '=', id).executeTakeFirst()

/** A dispute within a scope, by its id or the processor's. */
export const findDispute = (em: Em, { name, ...scope }: OwnerScope & { name: string }): Promise<CardDisputeEntity | undefined> =>
  ownCardDisputes.findBy(em, { scope, where: /^d[pu]_/.test(name) ? { processorDisputeId: name } : { id: name } })
