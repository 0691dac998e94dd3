import { portions } from '@gateway/db/kernel/portions'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AuditEntry } from '@gateway/domain/accounts/audit-entry'
import type { Context } from '../../kernel/context.ts'

type Decision = Omit<AuditEntry, 'id' | 'at'>
type NoteContext = Pick<Context, 'ids' | 'clock'>

/** Writes a decision into the audit log, in the transaction of its change, so that both commit or neither does. */
export const writeAuditEntry = (em: Em, ctx: NoteContext, decision: Decision): Promise<void> => writeAuditEntries(em, ctx, [decision])

/** The same for several at once. */
export async function writeAuditEntries(em: Em, ctx: NoteContext, decisions: readonly Decision[]): Promise<void> {
  const rows = decisions.map((decision) => ({ ...decision, id: ctx.ids.uuid(), at: ctx.clock.now() }))
  for (const portion of portions(rows)) await tables(em).insertInto('audit_entry').values(portion).execute()
}
