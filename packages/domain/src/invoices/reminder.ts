/** When a client is reminded of an invoice: some days before its due day, on it, and some days after it. */
export const reminderStages = ['before', 'on', 'after'] as const
/** One of them. */
export type ReminderStage = (typeof reminderStages)[number]
/** The reminder that a merchant asks for: one of them, or `open` for an invoice without a due day. */
export type AskedStage = ReminderStage | 'open'

/** A letter that nobody asks for: a reminder, or the notice that an invoice is paid. */
export type LetterKind = ReminderStage | 'paid'

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
/** Nobody is reminded at night. */
const MORNING_MS = 9 * HOUR_MS

/** When a reminder is sent, from the moment on at which its invoice is overdue. */
interface ReminderWindow {
  /** Negative before that moment. */
  readonly fromMs: number
  /** Later it is not sent any more. */
  readonly untilMs: number
}

/** The windows of the reminders: three days before the due day, on it, and three days after it, in the morning where the business is. */
export const reminderWindows: Readonly<Record<ReminderStage, ReminderWindow>> = {
  before: { fromMs: -4 * DAY_MS + MORNING_MS, untilMs: -DAY_MS },
  on: { fromMs: -DAY_MS + MORNING_MS, untilMs: 0 },
  after: { fromMs: 2 * DAY_MS + MORNING_MS, untilMs: 9 * DAY_MS },
}

/** Which reminder an invoice is due for that its merchant asks for now; `overdueAt` is null for one without a due day. */
export function stageAt(now: Date, overdueAt: Date | null): AskedStage {
  if (overdueAt === null) return 'open'
  if (now.getTime() < overdueAt.getTime() - DAY_MS) return 'before'
  return now < overdueAt ? 'on' : 'after'
}
