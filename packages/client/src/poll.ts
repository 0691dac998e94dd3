import { GatewayError } from './gateway-error.ts'
import { pause } from './pause.ts'
import { mayPass } from './retry.ts'

/** What is polled, how often, and when the wait is over. */
export interface Polled<Value extends { readonly status: string }> {
  /** Reads the object once, within the given milliseconds. */
  readonly read: (limits: { readonly timeout: number; readonly signal: AbortSignal | undefined }) => Promise<Value>
  /** Statuses that end the wait. */
  readonly ends: ReadonlySet<Value['status']>
  readonly intervalMs: number
  readonly timeoutMs: number
  readonly onStatus: ((value: Value) => void) | undefined
  readonly signal: AbortSignal | undefined
  /** For the error: `payment 7f3…`, and the status waited for. */
  readonly name: string
  readonly until: string
}

/** Polls an object until its status ends the wait. @throws {GatewayError} `TIMEOUT`, or a permanent failure of a read. */
export async function poll<Value extends { readonly status: string }>(polled: Polled<Value>): Promise<Value> {
  const { ends, onStatus, name, until, timeoutMs } = polled
  let last: Value['status'] | undefined
  for await (const leftMs of polls(polled)) {
    const value = await readOnce(polled, leftMs)
    if (value === undefined || value.status === last) continue
    last = value.status
    onStatus?.(value)
    if (ends.has(value.status)) return value
  }
  const state = last === undefined ? 'could not be read' : `is still ${last}`
  throw new GatewayError({ status: 0, code: 'TIMEOUT', message: `${name} ${state} after ${timeoutMs} ms; waited for ${until}` })
}

type Schedule = Pick<Polled<never>, 'intervalMs' | 'timeoutMs' | 'signal'>

/** The remaining time at each poll: at once, after every interval, and at the timeout. */
async function* polls({ intervalMs, timeoutMs, signal }: Schedule): AsyncGenerator<number> {
  const endsAt = performance.now() + timeoutMs
  const left = () => endsAt - performance.now()
  yield timeoutMs
  for (let leftMs = left(); leftMs > 0; leftMs = leftMs > intervalMs ? left() : 0) {
    await pause(Math.min(intervalMs, leftMs), signal)
    yield left()
  }
}

const LONGEST_READ_MS = 30_000
// Extra time of the last poll: its answer is the purpose of the whole wait.
const SHORTEST_READ_MS = 2_000

/** Undefined while the gateway is unavailable. */
async function readOnce<Value extends { readonly status: string }>(
  { read, signal }: Pick<Polled<Value>, 'read' | 'signal'>,
  leftMs: number,
): Promise<Value | undefined> {
  try {
    return await read({ timeout: Math.max(SHORTEST_READ_MS, Math.min(LONGEST_READ_MS, leftMs)), signal })
  } catch (error) {
    if (error instanceof GatewayError && mayPass(error)) return undefined
    throw error
  }
}
