import type { Client } from '../create-client.ts'
import type { FeedEvent } from '../generated/types.ts'
import { GatewayError } from '../gateway-error.ts'
import { pause } from '../pause.ts'
import { mayPass } from '../retry.ts'
import { signEvent } from './sign-event.ts'

/** What is followed, and where its events go. */
export interface Listening {
  readonly client: Pick<Client, 'webhooks'>
  /** The receiver. */
  readonly forwardTo: string
  /** It signs each delivery. */
  readonly secret: string
  /** Names of events, comma-separated; all by default. */
  readonly types?: string | undefined
  readonly businessId?: string | undefined
  /** The event after which to begin; the newest one by default. */
  readonly after?: string | undefined
  readonly intervalMs: number
  /** Ends the command. */
  readonly signal: AbortSignal
  /** Takes a line for the developer. */
  readonly report: (line: string) => void
}

const PAGE = 100
const DELIVERY_MS = 10_000
const ATTEMPTS = 3

/**
 * Follows the event feed and sends each event, in its order, to a receiver as a signed webhook.
 * A delivery that fails is repeated twice, then reported and left; the gateway's own deliveries are not touched.
 * @throws {GatewayError} for a permanent failure of the feed, such as a key without the scope.
 * @throws the reason of the signal.
 */
export async function listen(listening: Listening): Promise<never> {
  const { intervalMs, signal, report } = listening
  let cursor = listening.after ?? (await newestCursor(listening))
  report('listening; new events are sent as they happen')
  for (;;) {
    const page = await readPage(listening, cursor)
    for (const event of page?.events ?? []) report(`${event.type} ${event.id} → ${await deliver(event, listening)}`)
    cursor = page?.next_cursor ?? cursor
    if (page?.has_more !== true) await pause(intervalMs, signal)
  }
}

type Page = Awaited<ReturnType<Client['webhooks']['events']>>

/** Undefined while the gateway is unavailable, which is reported. */
async function readPage({ client, types, businessId, signal, report }: Listening, after: string | undefined): Promise<Page | undefined> {
  const query = {
    limit: PAGE,
    ...(after !== undefined && { after }),
    ...(types !== undefined && { types }),
    ...(businessId !== undefined && { businessId }),
  }
  try {
    return await client.webhooks.events(query, { signal })
  } catch (error) {
    if (!(error instanceof GatewayError && mayPass(error))) throw error
    report(`the gateway cannot be read: ${error.message}`)
    return undefined
  }
}

/** The feed begins thirty days ago, so it is read to its end once. */
async function newestCursor(listening: Listening): Promise<string | undefined> {
  let cursor: string | undefined
  for (;;) {
    const page = await readPage(listening, cursor)
    cursor = page?.next_cursor ?? cursor
    if (page?.has_more === false) return cursor
    if (page === undefined) await pause(listening.intervalMs, listening.signal)
  }
}

/** The status of the last attempt, or why there was no answer. */
async function deliver(event: FeedEvent, { forwardTo, secret, intervalMs, signal }: Listening): Promise<string> {
  const body = JSON.stringify(event)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(forwardTo, { body, headers: signEvent({ id: event.id, type: event.type, body, secret }, new Date()) })
    signal.throwIfAborted()
    if (outcome.isDelivered || attempt === ATTEMPTS) return outcome.text
    await pause(intervalMs, signal)
  }
}

async function post(
  url: string,
  { body, headers }: { readonly body: string; readonly headers: Readonly<Record<string, string>> },
): Promise<{ readonly isDelivered: boolean; readonly text: string }> {
  try {
    const { ok, status } = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(DELIVERY_MS) })
    return { isDelivered: ok, text: String(status) }
  } catch (error) {
    return { isDelivered: false, text: `no answer (${error instanceof Error ? error.message : String(error)})` }
  }
}
