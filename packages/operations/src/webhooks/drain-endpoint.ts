import { claimDelivery, findEndpoint, findNextDue } from '@gateway/db/webhooks/queries'
import type { DrainReport } from '@gateway/workflows/webhooks/activities'
import type { KeyObject } from 'node:crypto'
import type { Context, EgressRules } from '../context.ts'
import { type Addressed, attemptDelivery } from './attempt-delivery.ts'

/** What delivering needs: the key that opens secrets, which no other role holds, and the rules for going out. */
export interface WebhookContext extends Context {
  readonly webhookKey: KeyObject
  readonly egress: EgressRules
  readonly furtherSignatureHeaders: readonly string[]
}

/** How a drain is watched over. */
export interface DrainControl {
  /** Resolves when there may be new deliveries, or after `ms`. */
  waitForNews(ms: number): Promise<void>
  /** Called often enough to prove that the drain is alive. */
  onProgress(sent: number): void
  isCancelled(): boolean
}

const AT_ONCE = 8
const LINGER_MS = 10_000
const BREATH_MS = 1_000
// Well under the time-out of the activity, so that a busy endpoint's drain ends by itself and another one goes on.
const MOST_MS = 4 * 60_000

/**
 * Sends everything due to an endpoint, at most eight requests at once and one per object, then lingers for what comes next; after four minutes
 * it leaves the rest to the next drain.
 *
 * The mailbox is the table; a drain that dies leaves rows that are due again when their lease ends.
 *
 * @throws what kept it from recording an answer, once the other requests under way have ended.
 */
export async function drainEndpoint(
  ctx: WebhookContext,
  input: { endpointId: string; lingerMs?: number; mostMs?: number },
  control: DrainControl,
): Promise<DrainReport> {
  const { endpointId, lingerMs = LINGER_MS, mostMs = MOST_MS } = input
  const endsAt = performance.now() + mostMs
  const running = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  let sent = 0
  let idleSince = performance.now()
  const mayGoOn = () => failures.length === 0 && !control.isCancelled() && performance.now() < endsAt
  const goesOn = () => mayGoOn() && (running.size > 0 || performance.now() - idleSince < lingerMs)
  while (goesOn()) {
    const claimed = running.size < AT_ONCE ? await claimNext(ctx, { endpointId, busy: [...running.keys()] }) : undefined
    if (claimed) {
      idleSince = performance.now()
      sent += 1
      const attempt = attemptDelivery(ctx, claimed)
        // Nobody may be waiting for this promise when it fails, and an unhandled rejection would end the process.
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          idleSince = performance.now()
          running.delete(claimed.objectId)
        })
      running.set(claimed.objectId, attempt)
    } else {
      await Promise.race([control.waitForNews(BREATH_MS), ...running.values()])
    }
    control.onProgress(sent)
  }
  await Promise.all(running.values())
  if (failures.length > 0) throw failures[0]
  const next = await findNextDue(ctx.orm.em.fork(), { endpointId })
  return { sent, nextDueAt: next?.toISOString() ?? null }
}

/** The oldest due delivery whose object has none under way, with where it goes; undefined also when the endpoint is switched off. */
async function claimNext(ctx: WebhookContext, wanted: { endpointId: string; busy: readonly string[] }): Promise<Addressed | undefined> {
  const em = ctx.orm.em.fork()
  const delivery = await claimDelivery(em, { ...wanted, now: ctx.clock.now() })
  if (!delivery) return undefined
  const endpoint = await findEndpoint(em, { id: wanted.endpointId })
  return endpoint && { ...delivery, url: endpoint.url, sealedSecret: endpoint.sealedSecret }
}
