import { nowOf, type World } from '../state/world.ts'

/** Plans the outcome of an asynchronous payment, a refund or a dispute, unless only the control decides. */
export function planOutcome(world: World, subject: string, outcome: 'succeeded' | 'failed'): void {
  const { settleSeconds } = world.behaviour
  if (settleSeconds === undefined) return
  world.state.tasks.push({ subject, outcome, dueAt: nowOf(world) + settleSeconds })
  world.changed()
}
