import type { ShownEntry } from '@gateway/contract/portal/businesses'
import { findOwnEntries } from '@gateway/db/accounts/audit-queries'
import type { AuditEntryEntity } from '@gateway/db/accounts/audit-entry.entity'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'

/** Whose entries to list, and where to continue. The caller has checked that the business is the merchant's. */
interface Wish {
  readonly merchantId: MerchantId
  readonly businessId: BusinessId | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

/** A page of what the audit log says about a merchant, newest first. Operators are not named, and their details stay theirs. */
export async function listOwnEntries(
  ctx: Pick<Context, 'orm'>,
  { cursor, limit, ...owner }: Wish,
): Promise<{ entries: ShownEntry[]; nextCursor: string | null }> {
  const found = await findOwnEntries(ctx.orm.em.fork(), { ...owner, after: cursor, limit: limit + 1 })
  const shown = found.slice(0, limit)
  return { entries: shown.map(presentable), nextCursor: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null }
}

const actors: Readonly<Record<string, ShownEntry['by']>> = {
  merchant: 'merchant',
  key: 'key',
  app: 'app',
  operator: 'operator',
  payer: 'payer',
}

function presentable({ id, at, actor, action, subjectId, businessId, details }: AuditEntryEntity): ShownEntry {
  const [kind = '', name = null] = actor.split(':')
  const by = actors[kind] ?? 'system'
  const isOwn = by === 'merchant' || by === 'key' || by === 'app' || by === 'payer'
  return { id, at, by, keyId: by === 'key' ? name : null, action, subjectId, businessId, details: isOwn ? details : {} }
}
