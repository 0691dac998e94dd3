import type { Business } from '@gateway/domain/businesses/business'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Whose businesses a caller may see: a merchant's in one mode, or only the one that a key names. */
export interface BusinessScope {
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly businessId?: BusinessId | undefined
}

/** A business with its webhook endpoint, which every business has. */
export interface StoredBusiness {
  readonly business: Business
  readonly webhook: {
    readonly id: string
    readonly url: string | null
    readonly events: readonly string[]
    readonly disabledAt: Date | null
  }
}

const columns = [
  'id',
  'merchantId',
  'mode',
  'name',
  'description',
  'category',
  'plan',
  'timeZone',
  'statementDescriptor',
  'spreadBps',
  'toleranceBps',
  'paymentWindowSeconds',
  'wallets',
  'formerWallets',
  'taxProfile',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Business)[]

/** One business within a scope, without its endpoint. */
async function findBusiness(em: Em, { id, ...scope }: BusinessScope & { id: BusinessId }): Promise<Business | undefined> {
  return scoped(em, scope).select(columns).where('id', '=', id).executeTakeFirst()
}

/** The oldest businesses within a scope, at most `most`. */
export async function findFirstBusinesses(em: Em, { most, ...scope }: BusinessScope & { most: number }): Promise<Business[]> {
  return scoped(em, scope).select(columns).orderBy('createdAt').orderBy('id').limit(most).execute()
}

/** One business with its endpoint, within a scope. */
export async function findStoredBusiness(
  em: Em,
  { id, ...scope }: BusinessScope & { id: BusinessId },
): Promise<StoredBusiness | undefined> {
  const business = await findBusiness(em, { ...scope, id })
  const [stored] = business ? await withEndpoints(em, [business]) : []
  return stored
}

/** The same, locked FOR UPDATE: changes of one business follow one another, so none overwrites what it has not read. */
export async function lockStoredBusiness(
  em: Em,
  { id, ...scope }: BusinessScope & { id: BusinessId },
): Promise<StoredBusiness | undefined> {
  const business = await scoped(em, scope).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  const [stored] = business ? await withEndpoints(em, [business]) : []
  return stored
}

/** Locks a business FOR NO KEY UPDATE: other counts of its rows wait, rows that refer to it are written meanwhile. */
export async function lockBusiness(em: Em, { businessId }: { businessId: BusinessId }): Promise<void> {
  await tables(em).selectFrom('business').select('id').where('id', '=', businessId).forNoKeyUpdate().execute()
}

/** How many businesses a scope holds. */
export async function countBusinesses(em: Em, scope: BusinessScope): Promise<number> {
  const { count } = await scoped(em, scope)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Any business, locked FOR UPDATE, for operators' decisions, which are about every tenant. */
export async function lockAnyBusiness(em: Em, { id }: { id: BusinessId }): Promise<StoredBusiness | undefined> {
  const business = await tables(em).selectFrom('business').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  const [stored] = business ? await withEndpoints(em, [business]) : []
  return stored
}

/** A page of the businesses within a scope, newest first, and how many there are in all. */
export async function listStoredBusinesses(
  em: Em,
  { limit, offset, ...scope }: BusinessScope & PageBounds,
): Promise<{ businesses: StoredBusiness[]; total: number }> {
  const all = scoped(em, scope)
  const { rows, total } = await readPage({ shown: all.select(columns), all }, { limit, offset })
  return { businesses: await withEndpoints(em, rows), total }
}

function scoped(em: Em, { merchantId, mode, businessId }: BusinessScope) {
  const own = tables(em).selectFrom('business').where('merchantId', '=', merchantId).where('mode', '=', mode)
  return businessId === undefined ? own : own.where('id', '=', businessId)
}

/** Two queries instead of a join, because both rows have columns of the same names. */
async function withEndpoints(em: Em, businesses: readonly Business[]): Promise<StoredBusiness[]> {
  if (businesses.length === 0) return []
  const endpoints = await tables(em)
    .selectFrom('webhook_endpoint')
    .select(['id', 'businessId', 'url', 'events', 'disabledAt'])
    .where(
      'businessId',
      'in',
      businesses.map(({ id }) => id),
    )
    .execute()
  const byBusiness = new Map(endpoints.map(({ businessId, ...webhook }) => [businessId, webhook]))
  return businesses.map((business) => ({ business, webhook: required(byBusiness.get(business.id), business.id) }))
}

function required<Endpoint>(endpoint: Endpoint | undefined, businessId: BusinessId): Endpoint {
  if (endpoint === undefined) throw new Error(`business ${businessId} has no webhook endpoint`)
  return endpoint
}
