import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import type { Page } from '../kernel/page.ts'
import { countRows } from '../kernel/read-page.ts'
import type { EscrowEventEntity } from './escrow-event.entity.ts'
import type { EscrowEntity } from './escrow.entity.ts'

/** The newest entry of an escrow's history, for the one who appends to it under the lock of the escrow. */
export const findLastEvent = (em: Em, { escrowId }: { escrowId: string }): Promise<EscrowEventEntity | undefined> =>
  tables(em)
    .selectFrom('escrow_event')
    .selectAll()
    .where('escrowId', '=', escrowId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<EscrowEventEntity | undefined>

/** A part of an escrow's history, oldest first, and its whole length. */
export async function listEscrowEvents(
  em: Em,
  { escrowId, limit, offset }: { escrowId: string; limit: number; offset: number },
): Promise<{ rows: EscrowEventEntity[]; total: number }> {
  const own = tables(em).selectFrom('escrow_event').where('escrowId', '=', escrowId)
  const [rows, total] = await Promise.all([own.selectAll().orderBy('n').limit(limit).offset(offset).execute(), countRows(own)])
  return { rows: rows as EscrowEventEntity[], total }
}

/** An escrow with its whole history, oldest first. */
export type EscrowHistory = Pick<EscrowEntity, 'id' | 'state'> & { readonly events: readonly EscrowEventEntity[] }

/** Escrows with their histories, a page at a time. */
export async function pageOfHistories(em: Em, { after, limit }: Page): Promise<EscrowHistory[]> {
  const escrows = await tables(em).selectFrom('escrow').select(['id', 'state']).where('id', '>', after).orderBy('id').limit(limit).execute()
  const ids = escrows.map(({ id }) => id)
  const rows = await tables(em)
    .selectFrom('escrow_event')
    .selectAll()
    .where(isOneOf('escrow_id', ids, 'uuid'))
    .orderBy('n')
    .execute()
  const byEscrow = Map.groupBy(rows as EscrowEventEntity[], ({ escrowId }) => escrowId)
  return escrows.map(({ id, state }) => ({ id, state, events: byEscrow.get(id) ?? [] }))
}
