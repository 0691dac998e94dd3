import { queues } from '@gateway/workflows/queues'
import type { Deps } from '../deps.ts'
import { paymentActivities } from '../payments/activities.ts'
import { asRole, type RunningRole } from '../running-role.ts'
import { openTaskWorker } from '../task-worker.ts'

/** Runs the workflows and the database work of payments. */
export async function openPayments(deps: Deps): Promise<RunningRole> {
  return asRole(await openTaskWorker(deps, { taskQueue: queues.payments, activities: paymentActivities(deps.ctx), workflows: true }))
}
