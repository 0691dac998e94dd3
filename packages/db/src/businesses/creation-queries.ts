import type { Business } from '@gateway/domain/businesses/business'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import type { BusinessScope, StoredBusiness } from './business-queries.ts'

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
  const text = `SELECT own.id, merchant_id AS "merchantId", mode, name, description, category, plan, time_zone AS "timeZone", statement_descriptor AS "statementDescriptor", spread_bps AS "spreadBps",
    tolerance_bps AS "toleranceBps", payment_window_seconds AS "paymentWindowSeconds", wallets, former_wallets AS "formerWallets", tax_profile AS "taxProfile", own.created_at AS "createdAt", own.updated_at AS "updatedAt",
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
