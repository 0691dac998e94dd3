/** One workflow signs all status lists again; the schedule that starts it each hour has the same id, and each run adds its time. */
export const statusListsWorkflowId = 'status-lists'
