import { queues } from '@gateway/workflows/queues'
import { type Client, ScheduleAlreadyRunning, type ScheduleOptions } from '@temporalio/client'

/** The schedule of status lists, and the workflow that it starts. */
export const STATUS_LISTS = 'status-lists'

/** Lists are valid for a day and signed again every hour. */
const schedule: ScheduleOptions = {
  scheduleId: STATUS_LISTS,
  spec: { intervals: [{ every: '1 hour' }] },
  action: { type: 'startWorkflow', workflowType: 'statusLists', workflowId: STATUS_LISTS, taskQueue: queues.payments, args: [] },
  policies: { overlap: 'SKIP', catchupWindow: '1 hour' },
}

/** Creates the schedule of status lists where there is none: at the first start, and after Temporal has lost its store. */
export async function keepSchedule(client: Pick<Client, 'schedule'>): Promise<void> {
  await client.schedule.create(schedule).catch((error: unknown) => {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
  })
}
