import type { Em } from '../../orm.ts'
import { isOneOf } from '../is-one-of.ts'
import { tables } from '../../tables.ts'
import type { OutboxEntity } from './outbox.entity.ts'

/** Which rows to claim, and for how long no other process may. */
export interface OutboxClaim {
  readonly now: Date
  readonly claimMs: number
  readonly limit: number
  readonly ids?: readonly string[] | undefined
}

/** Claims due rows, oldest first. SKIP LOCKED: relays side by side take different rows. */
export async function claimOutbox(em: Em, { now, claimMs, limit, ids }: OutboxClaim): Promise<OutboxEntity[]> {
  let due = tables(em).selectFrom('outbox').select('id').where('availableAt', '<=', now).orderBy('id').limit(limit).forUpdate().skipLocked()
  if (ids) due = due.where('id', 'in', [...ids])
  const rows = (await tables(em)
    .updateTable('outbox')
    .set((eb) => ({ availableAt: new Date(now.getTime() + claimMs), attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', due)
    .returningAll()
    .execute()) as OutboxEntity[]
  return rows.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
}

/** Forgets messages that arrived. */
export async function deleteOutbox(em: Em, ids: readonly string[]): Promise<void> {
  await tables(em)
    .deleteFrom('outbox')
    .where(isOneOf('id', ids, 'bigint'))
    .execute()
}

/** Keeps messages that did not arrive for a later attempt. */
export async function recordOutboxProblem(em: Em, note: { ids: readonly string[]; problem: string; availableAt: Date }): Promise<void> {
  await tables(em)
    .updateTable('outbox')
    .set({ lastProblem: note.problem.slice(0, 500), availableAt: note.availableAt })
    .where('id', 'in', [...note.ids])
    .execute()
}
