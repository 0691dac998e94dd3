import type { SpendAttemptEntity } from '@gateway/db/custody/spend-attempt.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { attemptMachine } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { Context } from '../../kernel/context.ts'

/** Applies one transition to an attempt. @throws {Error} when its state does not accept the input, which the caller's lock rules out. */
export async function moveAttempt(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { attempt, input }: { attempt: Pick<SpendAttemptEntity, 'intentId' | 'n' | 'state'>; input: 'supersede' | 'win' },
): Promise<void> {
  const step = findMove(attemptMachine, attempt.state, input)
  if (!step) throw new Error(`attempt ${attempt.intentId} ${attempt.n} is ${attempt.state} and takes no ${input}`)
  await tables(em)
    .updateTable('spend_attempt')
    .set({ state: step.to, updatedAt: ctx.clock.now() })
    .where('intentId', '=', attempt.intentId)
    .where('n', '=', attempt.n)
    .execute()
}
