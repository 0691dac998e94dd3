import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Endpoints of some businesses that are switched on. */
export async function findEndpoints(em: Em, { businessIds }: { businessIds: readonly BusinessId[] }) {
  return tables(em).selectFrom('webhook_endpoint').select(['id', 'businessId', 'events']).where('businessId', 'in', [...businessIds]).where('disabledAt', 'is', null).execute()
}
