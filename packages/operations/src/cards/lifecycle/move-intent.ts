import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import { saveIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import { type IntentInput, intentMachine } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** Ends a planned intent of a locked card, for which nobody was called. */
export async function dropIntent(em: Em, ctx: Pick<Context, 'clock'>, intent: ProcessorIntentEntity): Promise<undefined> {
  await moveIntent(em, ctx, { intent, inputs: ['void'] })
  queueNotification(em, { channel: 'processor_answered', payload: intent.id })
}

/** Moves an intent of the processor and writes it. @throws {Error} when its state does not accept an input. */
export async function moveIntent(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { intent, inputs }: { intent: ProcessorIntentEntity; inputs: readonly IntentInput[] },
): Promise<void> {
  for (const input of inputs) {
    const move = findMove(intentMachine, intent.state, input)
    if (!move) throw new Error(`an intent of the processor that is ${intent.state} does not ${input}`)
    intent.state = move.to
  }
  intent.updatedAt = ctx.clock.now()
  await saveIntent(em, intent)
}
