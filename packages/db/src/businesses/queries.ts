import type { Business } from '@gateway/domain/businesses/business'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type PageBounds, readPage } from '../kernel/read-page.ts'
import { runStatement } from '../kernel/run-statement.ts'
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
  'spreadBps',
  'toleranceBps',
  'paymentWindowSeconds',
  'wallets',
  'formerWallets',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof Business)[]

type Moments = 'createdAt' | 'updatedAt'
type BusinessRow = Omit<Business, Moments> &
  Readonly<Record<Moments, string>> & {
    readonly webhook: Omit<StoredBusiness['webhook'], 'disabledAt'> & { readonly disabledAt: string | null }
  }

/** Businesses within scopes of their own, with their endpoints: all that creating something for them needs; one place for each wanted. */
export async function findStoredBusinesses(
  em: Em,
  { wanted }: { wanted: readonly (BusinessScope & { id: BusinessId })[] },
): Promise<(StoredBusiness | undefined)[]> {
  const text = `SELECT own.id, merchant_id AS "merchantId", mode, name, description, category, plan, time_zone AS "timeZone", spread_bps AS "spreadBps",
    tolerance_bps AS "toleranceBps", payment_window_seconds AS "paymentWindowSeconds", wallets, former_wallets AS "formerWallets", own.created_at AS "createdAt", own.updated_at AS "updatedAt",
    json_build_object('id', hook.id, 'url', url, 'events', events, 'disabledAt', disabled_at) AS webhook
    FROM business AS own JOIN webhook_endpoint AS hook ON hook.business_id = own.id WHERE own.id = ANY($1::uuid[])`
  const rows = await runStatement<BusinessRow>(em, text, [wanted.map(({ id }) => id)])
  const byId = new Map(rows.map((row) => [row.id, storedOf(row)]))
  return wanted.map(({ id, merchantId, mode, businessId = id }) => {
    const stored = byId.get(id)
    return stored?.business.merchantId === merchantId && stored.business.mode === mode && businessId === id ? stored : undefined
  })
}

function storedOf({ webhook, ...row }: BusinessRow): StoredBusiness {
  const { disabledAt } = webhook
  return {
    business: { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) },
    webhook: { ...webhook, disabledAt: disabledAt === null ? null : new Date(disabledAt) },
  }
}

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

/** Locks a business FOR NO KEY UPDATE: whoever counts what it has waits, rows that refer to it are written meanwhile. */
export async function lockBusiness(em: Em, { businessId }: { businessId: BusinessId }): Promise<void> {
  await tables(em).selectFrom('business').select('id').where('id', '=', businessId).forNoKeyUpdate().execute()
}

/** The same for the merchant who owns businesses. */
export async function lockOwner(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<void> {
  await tables(em).selectFrom('merchant').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
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

/** The sealed secret of an endpoint whose business the caller has locked. */
export async function findWebhookSecret(em: Em, { endpointId }: { endpointId: string }): Promise<Uint8Array> {
  const { sealedSecret } = await tables(em)
    .selectFrom('webhook_endpoint')
    .select('sealedSecret')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow()
  return sealedSecret
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

/**
 * True when an address is one that the service itself takes deposits at, watched already or waiting in the pool.
 *
 * @param address.watchKey - the spelling of blocks; `canonical` the one shown to people.
 */
export async function isOwnAddress(em: Em, address: { chain: ChainCode; canonical: string; watchKey: string }): Promise<boolean> {
  const { chain, canonical, watchKey } = address
  const watched = await tables(em)
    .selectFrom('watch')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', watchKey)
    .executeTakeFirst()
  if (watched) return true
  const pooled = await tables(em)
    .selectFrom('address_pool')
    .select('address')
    .where('chain', '=', chain)
    .where('address', '=', canonical)
    .executeTakeFirst()
  return pooled !== undefined
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

/** Who owns a business, and where letters about it go. */
export async function findOwner(
  em: Em,
  { businessId }: { businessId: BusinessId },
): Promise<{ id: MerchantId; email: string } | undefined> {
  return tables(em)
    .selectFrom('business')
    .innerJoin('merchant', 'merchant.id', 'business.merchantId')
    .select(['merchant.id', 'merchant.email'])
    .where('business.id', '=', businessId)
    .executeTakeFirst()
}
