import { messageOf } from '@gateway/domain/kernel/error'
import { deliverOutbox, type RelayContext } from '@gateway/operations/outbox/deliver-outbox'
import { sweep } from '@gateway/operations/sweep'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { Client } from '@temporalio/client'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from './deps.ts'
import type { RunningRole } from './running-role.ts'

const POLL_MS = 1_000
const FULL_BATCH = 200
const SWEEP_EVERY_MS = 30_000

/** Passes the outbox on and sweeps. A plain loop and no workflow: it must go on while Temporal is down. */
export function runRelay({ config, ctx, connection, news }: Deps): RunningRole {
  const client = new Client({ connection, namespace: config.common.TEMPORAL_NAMESPACE })
  const relay: RelayContext = { ...ctx, temporal: temporalPort(client) }
  const stopping = new AbortController()
  const loops = [
    repeat(relay, stopping.signal, async () => {
      const claimed = await deliverOutbox(relay)
      if (claimed < FULL_BATCH) await news.next({ channel: 'outbox', ms: POLL_MS })
    }),
    repeat(relay, stopping.signal, async () => {
      await sweep(relay)
      await pause(SWEEP_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }),
  ]
  return {
    run: () => Promise.all(loops).then(() => {}),
    stop: () => stopping.abort(),
  }
}

async function repeat(ctx: RelayContext, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      ctx.log.warn({ role: 'relay', problem: messageOf(error) }, 'the relay stumbled and goes on')
      await pause(POLL_MS)
    }
  }
}
