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
  const findClient = connectLater(deps)
  const relay: RelayContext = { ...deps.ctx, temporal: temporalPort(findClient) }
  const stopping = new AbortController()
  const works = [...toOthers(relay, deps), ...onRows(relay), { work: () => keepSchedule(findClient()), everyMs: SCHEDULE_EVERY_MS }]
  const loops = works.map(({ work, everyMs = 0 }) =>
    repeat(relay, stopping.signal, async () => {
      await work(stopping.signal)
      if (everyMs > 0) await rest(everyMs, stopping.signal)
    }),
  )
  return {
    run: () => Promise.all(loops).then(() => {}),
    stop: () => stopping.abort(),
  }
}

/** Work that is repeated, and the rest after it where it has no wait of its own. */
interface Repeated {
  readonly work: (signal: AbortSignal) => Promise<unknown>
  readonly everyMs?: number
}

/** What wakes other processes, or is asked for by them. */
const toOthers = (relay: RelayContext, { news, metrics }: Pick<Deps, 'news' | 'metrics'>): readonly Repeated[] => [
  {
    work: async () => {
      const claimed = await deliverOutbox(relay)
      if (claimed < FULL_BATCH) await news.next({ channel: 'outbox', ms: POLL_MS })
    },
  },
  {
    work: async (signal) => {
      metrics.repaired(await sweep(relay))
      await untilSweepIsDue(relay, signal)
    },
  },
  {
    work: async () => {
      if (!(await carryOutDecision(relay, decisionOwners))) await news.next({ channel: 'decision', ms: POLL_MS })
    },
  },
]

/** What needs nothing but the database. */
const onRows = (relay: RelayContext): readonly Repeated[] => [
  { work: () => workOnReceipts(relay), everyMs: POLL_MS },
  { work: () => forgetLogs(relay), everyMs: FORGET_EVERY_MS },
  ...checkForms.map((form) => ({ work: () => checkInvariantsDue(relay, form), everyMs: LOOK_EVERY_MS })),
]

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
