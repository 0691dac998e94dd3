import { queues } from '../queues.ts'

/** Status lists are valid for a day and signed again every hour. */
export const statusListSchedule = {
  scheduleId: 'status-lists',
  spec: { intervals: [{ every: '1 hour' }] },
  action: { type: 'startWorkflow', workflowType: 'statusLists', workflowId: 'status-lists', taskQueue: queues.payments, args: [] },
  policies: { overlap: 'SKIP', catchupWindow: '1 hour' },
} as const
