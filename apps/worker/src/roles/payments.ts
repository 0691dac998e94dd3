import { queues } from '@gateway/workflows/queues'
import { cardActivities } from '../cards/activities.ts'
import type { Deps } from '../deps.ts'
import { escrowActivities } from '../escrows/activities.ts'
import { identityActivities } from '../identity/activities.ts'
import { invoiceActivities } from '../invoices/activities.ts'
import { lightningActivities } from '../lightning/activities.ts'
import { paymentActivities } from '../payments/activities.ts'
import { asRole, type RunningRole } from '../running-role.ts'
import { openTaskWorker } from '../task-worker.ts'

/** Runs the workflows and the database work of payments, escrows, invoices and status lists. */
export async function openPayments(deps: Deps): Promise<RunningRole> {
  const { ctx } = deps
  const activities = {
    ...paymentActivities(ctx),
    ...escrowActivities(ctx),
    ...cardActivities(ctx),
    ...invoiceActivities(ctx),
    ...lightningActivities(ctx),
    ...identityActivities(ctx),
  }
  return asRole(await openTaskWorker(deps, { taskQueue: queues.payments, activities, workflows: true }))
}
