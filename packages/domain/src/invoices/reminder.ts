/** When a client is reminded of an invoice: some days before its due day, on it, and some days after it. */
export const reminderStages = ['before', 'on', 'after'] as const
/** One of them. */
export type ReminderStage = (typeof reminderStages)[number]
