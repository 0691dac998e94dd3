import type { BusinessId } from '@gateway/domain/kernel/id'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Endpoints of some businesses that are switched on and have a URL. */
export function findEndpoints(
  em: Em,
  { businessIds }: { businessIds: readonly BusinessId[] },
): Promise<{ id: string; businessId: BusinessId; events: string[] }[]> {
  const text = `SELECT id, business_id AS "businessId", events FROM webhook_endpoint
    WHERE business_id = ANY($1::uuid[]) AND url IS NOT NULL AND disabled_at IS NULL`
  return runStatement(em, text, [businessIds])
}

/** Endpoints that are switched on, have a delivery due, and may be sent one. */
export async function findEndpointsDue(em: Em, { now }: { now: Date }): Promise<{ id: string }[]> {
  return tables(em)
    .selectFrom('webhook_endpoint')
    .select('id')
    .where('disabledAt', 'is', null)
    .where((eb) => eb.or([eb('turnAt', 'is', null), eb('turnAt', '<=', now)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery')
          .select('delivery.id')
          .whereRef('delivery.endpointId', '=', 'webhook_endpoint.id')
          .where('delivery.state', '=', 'pending')
          .where('delivery.nextAttemptAt', '<=', now),
      ),
    )
    .execute()
}
