import { lightningPaymentSubject } from '@gateway/contract/rooms/lightning'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import type { Em } from '@gateway/db/orm'
import { findMove } from '@gateway/domain/kernel/machine'
import { type LightningInput, lightningMachine } from '@gateway/domain/lightning/machine'
import { announceChange } from '../../events/publish-events.ts'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { signalSend } from './workflow-messages.ts'

/** A payment under the lock of its row that carries its new facts already, and the input that it takes. */
interface Advance {
  readonly payment: LightningPaymentEntity
  readonly input: LightningInput
  /** The columns that the caller's role may write. */
  readonly of: typeof ownLightningPayments
  /** A workflow waits for the outcome. */
  readonly hasWorkflow?: boolean
}

/**
 * The one door for the states of Lightning payments: the row, which the caller has locked, with its event, deliveries and messages, in the caller's
 * transaction, which also posts what the ledger has to know.
 */
export async function advanceLightning(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { payment, input, of, hasWorkflow = false }: Advance,
): Promise<void> {
  const move = findMove(lightningMachine, payment.state, input)
  if (!move) throw new Error(`a Lightning payment that is ${payment.state} does not ${input}`)
  const now = ctx.clock.now()
  const before = payment.eventSequence
  Object.assign(payment, {
    state: move.to,
    settledAt: move.to === 'settled' ? (payment.settledAt ?? now) : null,
    lookAt: null,
    updatedAt: now,
    eventSequence: before + move.emits.length,
  })
  await of.save(em, payment)
  const { id, businessId, mode } = payment
  const object = { type: 'lightning_payment', id, businessId, mode } as const
  const data = lightningPaymentSubject.present(payment)
  const announcements = move.emits.map((type, place) => ({ type, object, sequence: before + place + 1, data }))
  const messages = hasWorkflow ? [signalSend(payment)] : []
  await announceChange(em, ctx, { announcements, rows: [], messages })
  queueNotification(em, { channel: 'lightning_answered', payload: id })
}
