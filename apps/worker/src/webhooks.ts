import { messageOf } from '@gateway/domain/kernel/error'
import type { WebhookContext } from '@gateway/operations/webhooks/drain-endpoint'
import { performTrial } from '@gateway/operations/webhooks/perform-trial'
import { queues } from '@gateway/workflows/queues'
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from './deps.ts'
import { asRole, recurring, type RunningRole } from './running-role.ts'
import { openTaskWorker } from './task-worker.ts'
import { webhookActivities } from './webhooks/activities.ts'

// A drain lingers for ten seconds after its last request. With the hundred that the SDK runs, the next mailbox would wait for one of them to end.
const MAILBOXES_AT_ONCE = 400
const TRIALS_AT_ONCE = 4
const TRIAL_LOOK_MS = 2_000
const AFTER_TROUBLE_MS = 1_000

/** Delivers events to merchants, and tries their receivers out when they ask for it. */
export async function openWebhooks(deps: Deps): Promise<RunningRole[]> {
  const settings = deps.config.forRole('webhooks')
  const ctx = {
    ...deps.ctx,
    webhookKey: settings.WEBHOOK_OPENING_KEY,
    egress: { allow: deps.config.common.EGRESS_ALLOW },
    furtherSignatureHeaders: settings.SIGNATURE_HEADERS,
    circuitRules: { failures: settings.WEBHOOK_FAILURES, parallel: settings.WEBHOOK_PARALLEL },
  }
  const activities = webhookActivities(ctx, {
    waitForNews: (endpointId, ms) => deps.news.next({ channel: 'delivery', payload: endpointId, ms }),
  })
  const trials = Array.from({ length: TRIALS_AT_ONCE }, () => recurring(0, () => tryOut(deps, ctx)))
  return [asRole(await openTaskWorker(deps, { taskQueue: queues.webhooks, activities, mostActivities: MAILBOXES_AT_ONCE })), ...trials]
}

/** Performs the next trial, or waits until there may be one. */
async function tryOut({ news }: Pick<Deps, 'news'>, ctx: WebhookContext): Promise<void> {
  try {
    if (!(await performTrial(ctx))) await news.next({ channel: 'trial', ms: TRIAL_LOOK_MS })
  } catch (error) {
    ctx.log.warn({ role: 'webhooks', problem: messageOf(error) }, 'a trial stumbled and the next goes on')
    await pause(AFTER_TROUBLE_MS)
  }
}
