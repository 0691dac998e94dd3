import { disputeStatuses, type DisputeStatus } from '@gateway/domain/cards/dispute'
import { insertTogether } from '../kernel/insert-together.ts'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CardDisputeEntity } from './card-dispute.entity.ts'
import type { CardScope } from './card-queries.ts'

const openInquiries = (Object.keys(disputeStatuses) as (keyof typeof disputeStatuses)[]).filter(
  (status) => disputeStatuses[status].isOpenInquiry,
)

/** True while a bank asks about a card payment without having moved money. */
export async function hasOpenInquiry(em: Em, { paymentId }: { paymentId: string }): Promise<boolean> {
  const asking = tables(em).selectFrom('card_dispute').select('id').where('paymentId', '=', paymentId)
  return (await asking.where('status', 'in', openInquiries).limit(1).executeTakeFirst()) !== undefined
}

/** True when another dispute of the same payment is open or lost. */
export async function hasOtherDispute(em: Em, { id, paymentId }: Pick<CardDisputeEntity, 'id' | 'paymentId'>): Promise<boolean> {
  const others = tables(em).selectFrom('card_dispute').select('id').where('paymentId', '=', paymentId).where('id', '<>', id)
  return (await others.where('phase', 'in', ['open', 'lost']).limit(1).executeTakeFirst()) !== undefined
}

/** A dispute by the processor's id, locked FOR UPDATE; lock its payment first. */
export const lockDispute = (em: Em, of: Pick<CardDisputeEntity, 'processorDisputeId'>): Promise<CardDisputeEntity | undefined> =>
  tables(em).selectFrom('card_dispute').selectAll().where('processorDisputeId', '=', of.processorDisputeId).forUpdate().executeTakeFirst()

/** Stores a dispute. */
export const insertDispute = (em: Em, dispute: CardDisputeEntity): Promise<unknown> =>
  insertTogether(em, [{ into: 'card_dispute', rows: [dispute] }])

/** Writes what the processor says about a locked dispute. */
export const saveDispute = (em: Em, dispute: CardDisputeEntity): Promise<void> =>
  updateTogether(em, {
    table: 'card_dispute',
    columns: [
      'status',
      'processorStatus',
      'phase',
      'reason',
      'amountMinor',
      'evidenceDueAt',
      'hasEvidence',
      'submissions',
      'asOf',
      'updatedAt',
    ],
    rows: [dispute],
  })

/** Any dispute. */
export const readDisputeRow = (em: Em, { id }: { id: string }): Promise<CardDisputeEntity | undefined> =>
  tables(em).selectFrom('card_dispute').selectAll().where('id', '=', id).executeTakeFirst()

/** A dispute within a scope, by its id or the processor's. */
export const findDispute = (em: Em, { name, ...scope }: CardScope & { name: string }): Promise<CardDisputeEntity | undefined> =>
  own(em, scope)
    .selectAll()
    .where(/^d[pu]_/.test(name) ? 'processorDisputeId' : 'id', '=', name)
    .executeTakeFirst()

/** A page of disputes, newest first, and how many there are in all. */
export function listDisputes(em: Em, { status, bounds, ...scope }: CardScope & { status?: DisputeStatus | undefined; bounds: PageBounds }) {
  const all = status === undefined ? own(em, scope) : own(em, scope).where('status', '=', status)
  return readPage({ shown: all.selectAll(), all }, bounds)
}

function own(em: Em, { merchantId, mode, businessId }: CardScope) {
  const rows = tables(em).selectFrom('card_dispute').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? rows : rows.where('businessId', '=', businessId)
}
