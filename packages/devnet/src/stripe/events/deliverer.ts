import type { Delivery } from '../state/state.ts'
import { find, update } from '../state/store.ts'
import type { World } from '../state/world.ts'
import { signPayload } from './sign-payload.ts'

/** Sends recorded events until each endpoint has taken each with a status of 2xx. */
export interface Deliverer {
  /** Sends what is due. */
  readonly wake: () => void
  /** Resolves once nothing is being sent. */
  readonly stop: () => Promise<void>
}

const TIMEOUT_MS = 20_000
const MAX_PAUSE_MS = 30_000
const MAX_PARALLEL = 8

/** Creates the deliverer of a double; it begins with the first wake. */
export function createDeliverer(world: World): Deliverer {
  const sending = new Map<string, Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const wake = (): void => {
    clearTimeout(timer)
    if (isStopped || world.behaviour.holdsEvents) return
    const waiting = world.state.deliveries.filter(({ id }) => !sending.has(id))
    const due = waiting.filter(({ notBefore }) => notBefore <= Date.now())
    for (const delivery of due.slice(0, MAX_PARALLEL - sending.size)) start(delivery)
    const next = Math.min(...waiting.filter(({ notBefore }) => notBefore > Date.now()).map(({ notBefore }) => notBefore))
    if (Number.isFinite(next)) timer = setTimeout(wake, next - Date.now())
  }
  const start = (delivery: Delivery): void => {
    const sent = send(world, delivery).finally(() => {
      sending.delete(delivery.id)
      wake()
    })
    sending.set(delivery.id, sent)
  }
  const stop = async () => {
    isStopped = true
    clearTimeout(timer)
    await Promise.allSettled(sending.values())
  }
  return { wake, stop }
}

async function send(world: World, delivery: Delivery): Promise<void> {
  const isTaken = await post(world, delivery)
  world.state.deliveries = isTaken ? without(world, delivery) : postponed(world, delivery)
  if (isTaken) markDelivered(world, delivery)
  world.changed()
}

async function post({ behaviour }: World, { endpoint, body }: Delivery): Promise<boolean> {
  const target = behaviour.webhooks[endpoint]
  if (!target) return true
  const signature = signPayload(body, target.secret, Math.floor(Date.now() / 1_000))
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Stripe-Signature': signature,
    'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
  }
  const request = { method: 'POST', headers, body, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  // An endpoint that cannot be reached has not taken the event.
  const response = await fetch(target.url, request).catch(() => undefined)
  await response?.body?.cancel().catch(() => undefined)
  return response?.ok ?? false
}

/** What is left once one is delivered: earlier ones that yielded to it may go now. */
function without({ state }: World, taken: Delivery): Delivery[] {
  const left = state.deliveries.filter(({ id }) => id !== taken.id)
  return left.map((delivery) =>
    delivery.yields && delivery.endpoint === taken.endpoint ? { ...delivery, yields: false, notBefore: 0 } : delivery,
  )
}

function postponed({ state, behaviour }: World, failed: Delivery): Delivery[] {
  const pauseMs = Math.min(MAX_PAUSE_MS, behaviour.retryMs * 2 ** failed.attempts)
  return state.deliveries.map((delivery) =>
    delivery.id === failed.id ? { ...delivery, attempts: delivery.attempts + 1, notBefore: Date.now() + pauseMs } : delivery,
  )
}

function markDelivered(world: World, { event: id }: Delivery): void {
  const event = find(world, { kind: 'event' }, id)
  const isPending = world.state.deliveries.some((delivery) => delivery.event === id)
  if (event && !isPending) update(world, event, { pending_webhooks: 0 })
}
