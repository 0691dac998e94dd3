import type { EndpointHealth, LastDelivery } from '@gateway/contract/portal/webhooks'
import { countBacklog, findLastAccepted, findLastFailed, findNextAttempt, getEndpointOf } from '@gateway/db/webhooks/portal-queries'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'

const MOST_COUNTED = 1_000
/** How many of the newest deliveries are looked through for an accepted one. */
const LOOKED_THROUGH = 1_000

type Endpoint = Awaited<ReturnType<typeof getEndpointOf>>

/** The webhook endpoint of a business, its health, and its waiting deliveries. The caller has checked access. */
export async function findEndpointHealth(ctx: Pick<Context, 'orm'>, { businessId }: { businessId: BusinessId }): Promise<EndpointHealth> {
  const em = ctx.orm.em.fork()
  const endpoint = await getEndpointOf(em, { businessId })
  const { id: endpointId, failedDeliveryId, turnAt } = endpoint
  const [accepted, failed, waiting, due] = await Promise.all([
    findLastAccepted(em, { endpointId, among: LOOKED_THROUGH }),
    findLastFailed(em, { endpointId, failedDeliveryId }),
    countBacklog(em, { endpointId, most: MOST_COUNTED }),
    findNextAttempt(em, { endpointId }),
  ])
  return {
    url: endpoint.url || null,
    events: endpoint.events,
    health: healthOf(endpoint),
    circuit: endpoint.circuit,
    failures: endpoint.failures,
    failingSince: endpoint.failingSince,
    disabledAt: endpoint.disabledAt,
    nextAttemptAt: due && endpoint.disabledAt === null ? later(due, turnAt) : null,
    previousSecretUntil: endpoint.previousValidUntil,
    lastSuccess: lastOf(accepted),
    lastFailure: lastOf(failed),
    waiting,
  }
}

const circuitHealth = { closed: 'retrying', open: 'down', half_open: 'recovering' } as const
const disabledHealth = { gone: 'gone', failing: 'given_up' } as const

function healthOf({ url, disabledAt, disabledReason, circuit, failures }: Endpoint): EndpointHealth['health'] {
  if (!url) return 'not_set'
  if (disabledAt) return disabledReason === null ? 'switched_off' : disabledHealth[disabledReason]
  return circuit === 'closed' && failures === 0 ? 'healthy' : circuitHealth[circuit]
}

/** Nothing is tried before its endpoint's turn. */
const later = (due: Date, turnAt: Date | null): Date => (turnAt && turnAt > due ? turnAt : due)

const lastOf = (found: Awaited<ReturnType<typeof findLastAccepted>>): LastDelivery | null =>
  found ? { id: found.id, deliveredAt: found.deliveredAt, statusCode: found.lastStatusCode, problem: found.lastProblem } : null
