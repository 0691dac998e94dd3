import { sumOfIntents } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { IntentSubject } from './purpose.ts'

/**
 * Proves that an intent follows from the rows of its payment, before the processor is called: whoever has stolen the login of the api can plan any.
 *
 * @throws {Error} where it does not; the sweep then puts the intent off and raises its alarm, and nothing moves.
 */
export function requirePlanned(isPlanned: boolean, { purpose, id }: IntentSubject['intent']): void {
  if (!isPlanned) throw new Error(`the intent ${id} (${purpose}) does not follow from the rows of its payment`)
}

/** The same for a purpose whose sum only the processor's role writes: all its intents together are at most that. @throws {Error} */
export async function requireCounted(
  em: Em,
  { intent, payment }: Pick<IntentSubject, 'intent' | 'payment'>,
  counted: bigint,
): Promise<void> {
  const sum = await sumOfIntents(em, { purpose: intent.purpose, paymentId: payment.id })
  requirePlanned(sum <= counted, intent)
}
