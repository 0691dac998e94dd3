import { expireSessions } from '../payments/expire-session.ts'
import { settleSubject } from '../payments/settle-subject.ts'
import { nowOf, type World } from './world.ts'

/** Brings about what is due: outcomes of asynchronous payments and of pending refunds, and the end of unpaid sessions. */
export function runTasks(world: World): void {
  const now = nowOf(world)
  const due = world.state.tasks.filter(({ dueAt }) => dueAt <= now)
  world.state.tasks = world.state.tasks.filter(({ dueAt }) => dueAt > now)
  for (const { subject, outcome } of due) settleSubject(world, subject, outcome)
  expireSessions(world)
}
