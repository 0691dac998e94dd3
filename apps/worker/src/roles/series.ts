import { custodyFactsOf } from '@gateway/operations/custody/custody-facts'
import type { EscrowContext } from '@gateway/operations/kernel/context'
import { writeDocuments } from '@gateway/operations/invoices/documents/write-documents'
import { queueDueLetters } from '@gateway/operations/invoices/letters/queue-due-letters'
import { sweepSeries } from '@gateway/operations/series/periods/sweep-series'
import { queues } from '@gateway/workflows/queues'
import type { Deps } from '../deps.ts'
import { asRole, recurring, type RunningRole } from '../running-role.ts'
import { seriesActivities } from '../series/activities.ts'
import { openTaskWorker } from '../task-worker.ts'

const LOOK_EVERY_MS = 1_000

/**
 * Opens the escrows of series as their workflows ask for them, and what those have missed also while Temporal is away. It has time, so it also writes the
 * documents of invoices and queues the letters that are due.
 */
export async function openSeries(deps: Deps): Promise<RunningRole[]> {
  const settings = deps.config.forRole('series')
  const ctx: EscrowContext = {
    ...deps.ctx,
    custody: custodyFactsOf(settings, deps.ctx.rails),
    partyTokenKeys: settings.PARTY_TOKEN_KEY,
    webhookSealingKey: settings.WEBHOOK_SEALING_KEY,
    emailLimits: settings.EMAIL_LIMITS,
    plans: settings.PLANS,
    paymentRules: { rules: settings.PAYMENT_RULES },
  }
  const worker = await openTaskWorker(deps, { taskQueue: queues.series, activities: seriesActivities(ctx) })
  return [
    asRole(worker),
    recurring(LOOK_EVERY_MS, () => sweepSeries(ctx)),
    recurring(LOOK_EVERY_MS, () => writeDocuments(ctx)),
    recurring(LOOK_EVERY_MS, () => queueDueLetters(ctx)),
  ]
}
