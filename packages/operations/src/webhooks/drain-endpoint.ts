import { findOpenEndpoints, takeTurn } from '@gateway/db/webhooks/circuit-queries'
import { claimDeliveries, type ClaimedDelivery, claimDelivery, type Draining, findNextDue } from '@gateway/db/webhooks/delivery-queries'
import type { Em } from '@gateway/db/orm'
import type { EmailLimits } from '@gateway/domain/accounts/email'
import { type CircuitRules, circuitRules, roomOf } from '@gateway/domain/webhooks/circuit'
import type { DrainReport } from '@gateway/workflows/webhooks/activities'
import type { KeyObject } from 'node:crypto'
import type { Context, EgressRules } from '../kernel/context.ts'
import { batched } from '../kernel/batch-calls.ts'
import { transaction } from '../kernel/transaction.ts'
import { type Addressed, attemptDelivery } from './attempt-delivery.ts'
import { sweepOne } from '../kernel/sweeps/sweep-each.ts'
import { keepOpened, type SecretsOpener } from './open-secrets.ts'

/** Dependencies of delivering: the key that opens secrets, which no other role has, and the egress rules. */
export interface WebhookContext extends Context {
  readonly webhookKey: KeyObject
  readonly egress: EgressRules
  readonly furtherSignatureHeaders: readonly string[]
  /** The circuit's limits; the operator may replace the defaults of the domain. */
  readonly circuitRules?: CircuitRules
  /** Of e-mails to merchants whose address is not confirmed; those of the domain by default. */
  readonly emailLimits?: EmailLimits
}

/** Hooks of the activity that runs a drain. */
export interface DrainControl {
  /** Resolves when there may be new deliveries, or after `ms`. */
  waitForNews(ms: number): Promise<void>
  /** Called often enough to prove that the drain is alive. */
  onProgress(sent: number): void
  isCancelled(): boolean
}

const IDLE_TIMEOUT_MS = 10_000
const PAUSE_MS = 1_000
// A little longer than a request may take, so that the turn of a dead drain expires soon.
const TURN_TIMEOUT_MS = 15_000
// Well below the timeout of the activity, so that a busy drain ends by itself and the next one continues.
const MAX_MS = 4 * 60_000
const MAX_MAILBOXES = 200

/**
 * Sends everything due to an endpoint, with as many concurrent requests as its circuit allows and one per object, then lingers for new deliveries;
 * after four minutes it leaves the rest to the next drain. While the circuit is not closed, it makes one attempt per turn.
 *
 * The table is the queue; deliveries of a dead drain are due again when their lease ends.
 *
 * A delivery whose outcome cannot be recorded is set aside with its object until the next drain, and the others go on.
 */
export async function drainEndpoint(
  ctx: WebhookContext,
  input: { endpointId: string; lingerMs?: number; mostMs?: number },
  control: DrainControl,
): Promise<DrainReport> {
  const { endpointId, lingerMs = IDLE_TIMEOUT_MS, mostMs = MAX_MS } = input
  const endsAt = performance.now() + mostMs
  const secretsOf = keepOpened(ctx)
  const running = new Map<string, Promise<void>>()
  const aside = new Set<string>()
  let sent = 0
  // Undefined until a claim has found nothing, so that a short linger still uses slots that attempts have freed.
  let quietSince: number | undefined
  const mayGoOn = () => !control.isCancelled() && performance.now() < endsAt
  const lingers = () => quietSince === undefined || performance.now() - quietSince < lingerMs
  while (mayGoOn() && (running.size > 0 || lingers())) {
    quietSince ??= performance.now()
    const claimed = await claimNext(ctx, { endpointId, running: [...running.keys()], aside: [...aside] })
    if (claimed.length > 0) quietSince = undefined
    else await Promise.race([control.waitForNews(PAUSE_MS), ...running.values()])
    sent += claimed.length
    for (const delivery of claimed) {
      const { objectId } = delivery
      const attempt = attemptAside(ctx, delivery, secretsOf).then((isRecorded) => {
        quietSince = undefined
        running.delete(objectId)
        if (!isRecorded) aside.add(objectId)
      })
      running.set(objectId, attempt)
    }
    control.onProgress(sent)
  }
  await Promise.all(running.values())
  return { sent, nextDueAt: await nextDueOf(ctx, endpointId) }
}

/** @returns false when the outcome was not recorded. It never rejects: nothing may await it meanwhile. */
async function attemptAside(ctx: WebhookContext, claimed: Addressed, secretsOf: SecretsOpener): Promise<boolean> {
  const item = { name: 'deliveries', key: claimed.id, about: { deliveryId: claimed.id } } as const
  return (await sweepOne(ctx, item, () => attemptDelivery(ctx, claimed, secretsOf).then(() => true))) ?? false
}

async function nextDueOf(ctx: WebhookContext, endpointId: string): Promise<string | null> {
  const next = await findNextDue(ctx.orm.em.fork(), { endpointId })
  return next?.toISOString() ?? null
}

interface Wanted {
  readonly endpointId: string
  /** Objects whose deliveries are being sent. */
  readonly running: readonly string[]
  /** Objects of deliveries that were set aside. */
  readonly aside: readonly string[]
}

/** The oldest due deliveries whose objects have none under way, as many as the endpoint has slots; none while it is switched off. */
async function claimNext(ctx: WebhookContext, wanted: Wanted): Promise<Addressed[]> {
  const rules = ctx.circuitRules ?? circuitRules
  const { endpointId, running, aside } = wanted
  if (running.length >= rules.parallel) return []
  const now = ctx.clock.now()
  const endpoint = await findTogether(ctx.orm, { id: endpointId, now })
  const most = endpoint ? roomOf(endpoint.circuit, rules) - running.length : 0
  if (!endpoint || most <= 0) return []
  const isClosed = endpoint.circuit.state === 'closed'
  const draining = { endpointId, busy: [...running, ...aside], most, now }
  const deliveries = isClosed ? await claimTogether(ctx.orm, draining) : await claimInTurn(ctx, draining)
  return deliveries.map((delivery) => ({ ...delivery, endpoint }))
}

/** Batches the claims of mailboxes that are drained at the same time. */
const findTogether = batched({
  most: MAX_MAILBOXES,
  work: (orm, wanted: readonly { id: string; now: Date }[]) => findOpenEndpoints(orm.em.fork(), { wanted }),
})

const claimTogether = batched({
  most: MAX_MAILBOXES,
  work: (orm, draining: readonly Draining[]) => claimDeliveries(orm.em.fork(), { draining }),
})

/** Claims a delivery and the turn to send it, both or neither: a concurrent drain waits for the next turn. */
async function claimInTurn(ctx: WebhookContext, wanted: Draining): Promise<ClaimedDelivery[]> {
  const { endpointId: id, now } = wanted
  try {
    return await transaction(ctx, async (em: Em) => {
      const isOurs = await takeTurn(em, { id, now, until: new Date(now.getTime() + TURN_TIMEOUT_MS) })
      const delivery = isOurs ? await claimDelivery(em, wanted) : undefined
      if (isOurs && !delivery) throw new NothingDue()
      return delivery ? [delivery] : []
    })
  } catch (error) {
    if (error instanceof NothingDue) return []
    throw error
  }
}

/** Rolls back a turn without a due delivery. */
class NothingDue extends Error {}
