import { messageOf } from '@gateway/domain/kernel/error'
import { deliverOutbox, type RelayContext } from '@gateway/operations/outbox/deliver-outbox'
import { checkInvariantsDue, checkForms } from '@gateway/operations/invariants/check-invariants'
import { workOnReceipts } from '@gateway/operations/identity/own-receipts/work-on-receipts'
import { carryOutDecision } from '@gateway/operations/payments/portal/carry-out-decision'
import { decisionOwners } from '@gateway/operations/jobs/decision-owners'
import { isStoreLost, sweep } from '@gateway/operations/jobs/sweep'
import { forgetLogs } from '@gateway/operations/webhooks/forget-logs'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { Client } from '@temporalio/client'
import type { NativeConnection } from '@temporalio/worker'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '../deps.ts'
import { keepSchedule } from './keep-schedule.ts'
import { rest, type RunningRole } from '../running-role.ts'

const POLL_MS = 1_000
const FULL_BATCH = 200
const SWEEP_EVERY_MS = 30_000
const LOOK_EVERY_MS = 2_000
const FORGET_EVERY_MS = 10 * 60_000
const SCHEDULE_EVERY_MS = 10 * 60_000

/**
 * Delivers the outbox, sweeps, carries out merchants' decisions, writes and chains receipts, deletes old logs, keeps the schedule of status lists, and checks the
 * invariants. Plain loops without workflows: they begin and continue while Temporal is down.
 */
export async function runRelay(deps: Deps): Promise<RunningRole> {
  const { ctx, news, metrics } = deps
  const findClient = connectLater(deps)
  const relay: RelayContext = { ...ctx, temporal: temporalPort(findClient) }
  const stopping = new AbortController()
  const loops = [
    repeat(relay, stopping.signal, async () => {
      const claimed = await deliverOutbox(relay)
      if (claimed < FULL_BATCH) await news.next({ channel: 'outbox', ms: POLL_MS })
    }),
    repeat(relay, stopping.signal, async () => {
      metrics.repaired(await sweep(relay))
      await untilSweepIsDue(relay, stopping.signal)
    }),
    repeat(relay, stopping.signal, async () => {
      if (!(await carryOutDecision(relay, decisionOwners))) await news.next({ channel: 'decision', ms: POLL_MS })
    }),
    repeat(relay, stopping.signal, async () => {
      await workOnReceipts(relay)
      await rest(POLL_MS, stopping.signal)
    }),
    repeat(relay, stopping.signal, async () => {
      await forgetLogs(relay)
      await rest(FORGET_EVERY_MS, stopping.signal)
    }),
    repeat(relay, stopping.signal, async () => {
      await keepSchedule(findClient())
      await rest(SCHEDULE_EVERY_MS, stopping.signal)
    }),
    ...checkForms.map((form) =>
      repeat(relay, stopping.signal, async () => {
        await checkInvariantsDue(relay, form)
        await rest(LOOK_EVERY_MS, stopping.signal)
      }),
    ),
  ]
  return {
    run: () => Promise.all(loops).then(() => {}),
    stop: () => stopping.abort(),
  }
}

/** The client, once Temporal has answered. @throws {Error} before that. */
function connectLater({ config, temporal }: Deps): () => Client {
  let client: Client | undefined
  const use = (connection: NativeConnection): void => {
    client = new Client({ connection, namespace: config.common.TEMPORAL_NAMESPACE })
  }
  // It fails only when the process closes.
  temporal().then(use, () => {})
  return () => {
    if (client) return client
    throw new Error('Temporal has not answered yet')
  }
}

/** Half a minute; less when Temporal has lost its store and with it the runs that broadcast attempts. */
async function untilSweepIsDue(relay: RelayContext, signal: AbortSignal): Promise<void> {
  for (let waitedMs = 0; waitedMs < SWEEP_EVERY_MS && !signal.aborted; waitedMs += LOOK_EVERY_MS) {
    await rest(LOOK_EVERY_MS, signal)
    if (await isStoreLost(relay)) return
  }
}

async function repeat(ctx: RelayContext, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      ctx.log.warn({ role: 'relay', problem: messageOf(error) }, 'relay iteration failed, continuing')
      await pause(POLL_MS)
    }
  }
}
