import { queues } from '@gateway/workflows/queues'
import type { Deps } from '../deps.ts'
import { asRole, type RunningRole } from '../running-role.ts'
import { openTaskWorker } from '../task-worker.ts'
import { openWebhookTests } from './webhook-tests.ts'
import { webhookActivities } from '../webhooks/activities.ts'

// A drain lingers for ten seconds after its last request. With the SDK's default of a hundred, the next mailbox would wait for one of them
// to end.
const MAILBOXES_AT_ONCE = 400

/** Delivers events to merchants, and runs their webhook tests. */
export async function openWebhooks(deps: Deps): Promise<RunningRole[]> {
  const settings = deps.config.forRole('webhooks')
  const ctx = {
    ...deps.ctx,
    webhookKey: settings.WEBHOOK_OPENING_KEY,
    egress: { allow: deps.config.common.EGRESS_ALLOW },
    furtherSignatureHeaders: settings.SIGNATURE_HEADERS,
    circuitRules: { failures: settings.WEBHOOK_FAILURES, parallel: settings.WEBHOOK_PARALLEL },
    emailLimits: settings.EMAIL_LIMITS,
  }
  const activities = webhookActivities(ctx, {
    waitForNews: (endpointId, ms) => deps.news.next({ channel: 'delivery', payload: endpointId, ms }),
  })
  return [
    asRole(await openTaskWorker(deps, { taskQueue: queues.webhooks, activities, mostActivities: MAILBOXES_AT_ONCE })),
    openWebhookTests(deps, ctx),
  ]
}
