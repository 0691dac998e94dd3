import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import type { EventEntity } from './event.entity.ts'

/** Events of some objects after a sequence number of each, in order; where there are none, the latest. The tenant is the caller's to check. */
export async function findEventsAfter(
  em: Em,
  { objects }: { objects: readonly { readonly id: string; readonly after: number }[] },
): Promise<Pick<EventEntity, 'objectId' | 'sequence' | 'type' | 'body' | 'createdAt'>[]> {
  const text = `SELECT object_id AS "objectId", sequence, type, body, created_at AS "createdAt"
    FROM unnest($1::uuid[], $2::int[]) AS wanted (id, after) JOIN event ON object_id = wanted.id
      AND sequence > least(wanted.after, (SELECT max(newest.sequence) - 1 FROM event AS newest WHERE newest.object_id = wanted.id))
    ORDER BY object_id, sequence`
  const rows = await runStatement<Omit<EventEntity, 'createdAt'> & { createdAt: string }>(em, text, [
    objects.map(({ id }) => id),
    objects.map(({ after }) => after),
  ])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}
