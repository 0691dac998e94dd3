import { type Client, ScheduleAlreadyRunning } from '@temporalio/client'
import { statusListSchedule } from '@gateway/workflows/identity/schedule'

/** Creates the schedule of status lists where there is none: at the first start, and after Temporal has lost its store. */
export async function keepSchedule({ schedule }: Pick<Client, 'schedule'>): Promise<void> {
  await schedule.create(statusListSchedule).catch((error: unknown) => {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error
  })
}
