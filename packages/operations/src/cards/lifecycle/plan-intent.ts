import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { insertIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { intentMachine } from '@gateway/domain/custody/machine'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** Money that the processor is to move: what for, which object it belongs to, and how much in the currency of its payment. */
interface Plan {
  readonly purpose: ProcessorPurpose
  readonly ref: string
  readonly payment: Pick<CardPaymentEntity, 'id' | 'currency'>
  readonly amountMinor: bigint
}

/**
 * Plans money that the processor moves, once for each purpose and object, in the caller's transaction, which holds the lock of the payment. The role that
 * calls the processor carries it out after the commit.
 *
 * @returns the id of the intent; undefined when it was planned before.
 */
export async function planIntent(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, plan: Plan): Promise<string | undefined> {
  const { purpose, ref, amountMinor } = plan
  const { id: paymentId, currency } = plan.payment
  const now = ctx.clock.now()
  const id = ctx.ids.uuid()
  const row = { id, purpose, ref, paymentId, currency, amountMinor, state: intentMachine.initial, createdAt: now, updatedAt: now }
  if (!(await insertIntent(em, row))) return undefined
  queueNotification(em, { channel: 'processor_due', payload: '' })
  return id
}
