import type { Calls } from './generated/calls.ts'
import type { Escrow } from './generated/types.ts'
import type { EscrowStatus } from './named-types.ts'
import { poll } from './poll.ts'

/** Options of the wait for an escrow. */
export interface EscrowWaitOptions {
  /** The status to wait for; it, or one after which it cannot come any more, ends the wait. `funded` by default. */
  readonly until?: Exclude<EscrowStatus, 'created'> | undefined
  /** Polling interval in milliseconds; 5 000 by default. */
  readonly intervalMs?: number | undefined
  /** Milliseconds after which waiting ends with a `TIMEOUT`, unless a last poll succeeds; 5 minutes by default. */
  readonly timeoutMs?: number | undefined
  /** Called with the escrow at the first poll, and at each change of its status. */
  readonly onStatus?: ((escrow: Escrow) => void) | undefined
  /** Ends the wait when it aborts. */
  readonly signal?: AbortSignal | undefined
}

const INTERVAL_MS = 5_000
const TIMEOUT_MS = 5 * 60_000

/** For each status, those that may still come before it. */
const before = {
  funded: ['created'],
  disputed: ['created', 'funded'],
  released: ['created', 'funded', 'disputed'],
  refunded: ['created', 'funded', 'disputed'],
  settled: ['created', 'funded', 'disputed', 'released'],
  expired: ['created'],
} as const satisfies Readonly<Record<Exclude<EscrowStatus, 'created'>, readonly EscrowStatus[]>>

const statuses = ['created', 'funded', 'disputed', 'released', 'settled', 'refunded', 'expired'] as const satisfies readonly EscrowStatus[]

/** Polls an escrow until it reaches the wanted status, or cannot. @throws {GatewayError} see `Client.waitForEscrow`. */
export function waitForEscrow(calls: Pick<Calls, 'escrows'>, options: EscrowWaitOptions & { readonly id: string }): Promise<Escrow> {
  const { id, until = 'funded', intervalMs = INTERVAL_MS, timeoutMs = TIMEOUT_MS, onStatus, signal } = options
  const waits: readonly EscrowStatus[] = before[until]
  return poll({
    read: async (limits) => (await calls.escrows.get(id, limits)).escrow,
    ends: new Set(statuses.filter((status) => !waits.includes(status))),
    intervalMs,
    timeoutMs,
    onStatus,
    signal,
    name: `escrow ${id}`,
    until,
  })
}
