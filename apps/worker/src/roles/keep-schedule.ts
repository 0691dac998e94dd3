import { statusListsWorkflowId } from '@gateway/workflows/identity/signals'
import { queues } from '@gateway/workflows/queues'
import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from '@temporalio/client'

/** Lists are valid for a day and signed again every hour. */
const schedule: ScheduleOptions = {
  scheduleId: statusListsWorkflowId,
  spec: { intervals: [{ every: '1 hour' }] },
  action: { type: 'startWorkflow', workflowType: 'statusLists', workflowId: statusListsWorkflowId, taskQueue: queues.payments, args: [] },
  policies: { overlap: 'SKIP', catchupWindow: '1 hour' },
}

/** Creates the schedule of status lists where there is none: at the first start, and after Temporal has lost its store. */
export async function keepSchedule(client: Pick<Client, 'schedule'>): Promise<void> {
  await client.schedule.create(schedule).catch((error: unknown) => {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
  })
}
