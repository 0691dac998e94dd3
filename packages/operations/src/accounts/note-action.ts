import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { AuditEntry } from '@gateway/domain/accounts/audit-entry'
import type { Context } from '../context.ts'

/** Writes a decision into the audit log, in the transaction of what it changes: neither is there without the other. */
export async function noteAction(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, decision: Omit<AuditEntry, 'id' | 'at'>): Promise<void> {
  await tables(em)
    .insertInto('audit_entry')
    .values({ ...decision, id: ctx.ids.uuid(), at: ctx.clock.now() })
    .execute()
}
