import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The names of the businesses of some objects, which the caller has read within its scope; one query, none without objects. */
export async function findBusinessNames(
  em: Em,
  owned: readonly { readonly businessId: BusinessId }[],
): Promise<ReadonlyMap<BusinessId, string>> {
  if (owned.length === 0) return new Map()
  const ids = [...new Set(owned.map(({ businessId }) => businessId))]
  const rows = await tables(em).selectFrom('business').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
