import { presentPaymentChange } from '@gateway/contract/payments'
import { findBusinessNames } from '@gateway/db/payments/business-name-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { savePayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { findMove } from '@gateway/domain/kernel/machine'
import { type PaymentEventName, type PaymentInput, paymentMachine, type PaymentState } from '@gateway/domain/payments/machine'
import { type Movements, resolutionOf } from '@gateway/domain/payments/movements'
import type { Quote } from '@gateway/domain/rates/quote'
import type { Context } from '../../kernel/context.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { announceAll, type Announcement } from '../../events/publish-events.ts'
import { factsOf } from '../reading/payment-facts.ts'
import { digestOf, readMovements } from '../reading/read-movements.ts'
import { signalPayment } from './workflow-messages.ts'

/** A locked payment that already carries the new facts, and the resulting inputs of its state machine, in order. */
export interface Advance {
  readonly payment: PaymentEntity
  readonly inputs: readonly PaymentInput[]
  readonly quote: Quote
  readonly view: Pick<ChainView, 'height' | 'finalizedHeight'>
  /** What its events show of deposits and payouts; read when the caller has not. */
  readonly movements?: Movements
  /** Called when a state is entered, before its event is written, so that the event includes the changes. */
  readonly onEnter?: (payment: PaymentEntity, state: PaymentState) => void
}

/**
 * The only place that writes a payment's state: transitions, events in order, deliveries and messages, in the caller's transaction.
 *
 * An input that the state does not accept does nothing, so a fact that arrives twice or late is harmless.
 */
export async function advancePayments(em: Em, ctx: Context, advances: readonly Advance[]): Promise<void> {
  if (advances.length === 0) return
  const now = ctx.clock.now()
  const before = new Map(advances.map(({ payment }) => [payment.id, payment.state]))
  const unread = advances.filter(({ inputs, movements }) => inputs.length > 0 && movements === undefined)
  const movementsOf = await readMovements(
    em,
    unread.map(({ payment }) => payment.id),
  )
  const names = await findBusinessNames(
    em,
    advances.flatMap(({ payment, inputs }) => (inputs.length > 0 ? [payment] : [])),
  )
  const announcements = advances.flatMap((advance) =>
    move(
      ctx,
      { ...advance, businessName: names.get(advance.payment.businessId), movements: advance.movements ?? movementsOf(advance.payment.id) },
      now,
    ),
  )
  const payments = advances.map(({ payment }) => payment)
  await savePayments(em, payments)
  await announceAll(em, ctx, announcements)
  const moved = payments.filter((payment) => payment.state !== before.get(payment.id) && WAITED_FOR.has(payment.state))
  await enqueue(em, ctx, moved.map(signalPayment))
}

// The workflow waits for its window while the payment is pending, and then for its end; it asks for the expiry itself. States between are no news to it.
const WAITED_FOR: ReadonlySet<PaymentState> = new Set(['pending', 'detected', 'forwarded', 'failed'])

const entered: Readonly<Partial<Record<PaymentState, 'detectedAt' | 'confirmedAt' | 'forwardedAt'>>> = {
  detected: 'detectedAt',
  confirmed: 'confirmedAt',
  forwarded: 'forwardedAt',
}

/** An advance with what its events show besides: deposits, payouts, and the payee's name. */
interface Moving extends Advance {
  readonly movements: Movements
  readonly businessName: string | undefined
}

function move(ctx: Context, advance: Moving, now: Date): Announcement[] {
  const { payment } = advance
  payment.updatedAt = now
  const announcements = advance.inputs.flatMap((input) => {
    const step = findMove(paymentMachine, payment.state, input)
    if (!step) return []
    const previous = payment.state
    if (step.to !== previous) enter(advance, step.to, now)
    return step.emits.map((type) => announcementOf(ctx, { ...advance, type, previous }))
  })
  if (announcements.length > 0) payment.shownDigest = digestOf(payment, advance.movements)
  return announcements
}

function enter({ payment, onEnter }: Advance, state: PaymentState, now: Date): void {
  payment.state = state
  payment.stateVersion += 1
  const moment = entered[state]
  if (moment) payment[moment] = now
  if (state === 'confirmed') payment.resolution = resolutionOf(payment, payment.acceptedAt !== null)
  onEnter?.(payment, state)
}

function announcementOf(ctx: Context, change: Moving & { type: PaymentEventName; previous: PaymentState }): Announcement {
  const { payment, businessName, quote, view, movements, type, previous } = change
  payment.eventSequence += 1
  return {
    type,
    object: { type: 'payment', id: payment.id, businessId: payment.businessId, mode: payment.mode },
    sequence: payment.eventSequence,
    data: presentPaymentChange(factsOf(ctx, { payment, businessName, quote, view, movements }), previous),
  }
}
