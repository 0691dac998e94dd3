import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { StripeControl } from './control/stripe-control.ts'
import { createDeliverer } from './events/deliverer.ts'
import { platformAccount } from './objects/create-account.ts'
import { choosePort, freePort } from '../processes/port.ts'
import { routes } from './routes/routes.ts'
import { createStalls } from './server/faults.ts'
import type { StripeKey } from './server/permissions.ts'
import { serve } from './server/serve.ts'
import { runTasks } from './state/run-tasks.ts'
import { readSnapshot, writeSnapshot } from './state/snapshot.ts'
import { emptyState } from './state/state.ts'
import { find, save } from './state/store.ts'
import { type Behaviour, PLATFORM, type World } from './state/world.ts'

/** Options of the double. */
export interface StripeOptions {
  /** Contains the state and the port; the same folder continues the same platform. Without it nothing outlives the process. */
  readonly dataDir?: string
  readonly port?: number
  readonly keys: readonly StripeKey[]
  /** Where events go, with the secret that signs them; the control can set it later. */
  readonly webhooks?: Behaviour['webhooks']
  /** The first pause before an event is sent again; a second by default. */
  readonly retryMs?: number
  /** How long asynchronous payments, pending refunds and banks take to decide; without it only the control does. */
  readonly settleSeconds?: number
}

/** A running double of the card processor. */
export interface RunningStripe {
  /** Own address, without a slash at its end. */
  readonly url: string
  /** For the client: `new Stripe(key, connection)`. */
  readonly connection: { readonly host: string; readonly port: number; readonly protocol: 'http' }
  readonly control: StripeControl
  /** Ends it; unanswered requests are cut off. */
  readonly stop: () => Promise<void>
}

const HOST = '127.0.0.1'
const TICK_MS = 1_000
/** A large state is not stored more often. */
const STORE_MS = 200

/**
 * Starts a stateful double of Stripe on loopback, on Stripe's own wire, with payment and onboarding pages.
 * It refuses what Stripe refuses; what it does not serve it refuses as unknown.
 */
export async function startStripe(options: StripeOptions): Promise<RunningStripe> {
  const file = options.dataDir === undefined ? undefined : join(options.dataDir, 'stripe.json')
  const world = openWorld(options, file)
  const background = createBackground(world, file)
  const api = { world, routes, keys: options.keys, requests: [], inFlight: new Set<string>(), stalls: createStalls() }
  const server = serve(api)
  const port = await listen(server, options)
  world.url = `http://${HOST}:${port}`
  background.start()
  const stop = async () => {
    api.stalls.release()
    server.closeAllConnections()
    await Promise.all([new Promise((resolve) => server.close(resolve)), background.stop()])
  }
  return { url: world.url, connection: { host: HOST, port, protocol: 'http' }, control: new StripeControl(world.url), stop }
}

function openWorld(options: StripeOptions, file: string | undefined): World {
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true })
  const { webhooks = {}, retryMs = 1_000, settleSeconds } = options
  const behaviour: Behaviour = {
    webhooks: { ...webhooks },
    answerMs: 0,
    retryMs,
    settleSeconds,
    holdsEvents: false,
    eventFaults: [],
    apiFaults: [],
  }
  const state = file === undefined ? emptyState() : readSnapshot(file)
  const world: World = { state, behaviour, url: '', request: undefined, changed: () => undefined }
  if (!find(world, { kind: 'account' }, PLATFORM)) save(world, PLATFORM, platformAccount(world))
  return world
}

async function listen(server: Server, { dataDir, port }: StripeOptions): Promise<number> {
  const chosen = dataDir === undefined ? port || (await freePort()) : await choosePort({ folder: dataDir, name: 'stripe', port })
  await once(server.listen(chosen, HOST), 'listening')
  return chosen
}

/** Sends events after changes, once for many of them, and stores the state soon after. */
function createBackground(world: World, file: string | undefined) {
  const deliverer = createDeliverer(world)
  const timers: { ticker?: NodeJS.Timeout; storing?: NodeJS.Timeout | undefined } = {}
  let isPlanned = false
  const store = () => {
    timers.storing = undefined
    if (file !== undefined) writeSnapshot(file, world.state)
  }
  world.changed = () => {
    timers.storing ??= setTimeout(store, STORE_MS)
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      deliverer.wake()
    })
  }
  return {
    start: () => {
      timers.ticker = setInterval(() => runTasks(world), TICK_MS)
      world.changed()
    },
    stop: async () => {
      clearInterval(timers.ticker)
      await deliverer.stop()
      clearTimeout(timers.storing)
      store()
    },
  }
}
