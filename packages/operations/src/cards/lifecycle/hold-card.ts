import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import type { AlarmName } from '../../observability/alerts/log-alarms.ts'
import { advanceCards, type Card } from './advance-cards.ts'

/** Why a card is held, and the alarm that tells an operator. */
interface Hold {
  readonly reason: string
  readonly alarm: AlarmName
}

/**
 * Holds a locked card payment: its state stays, and nothing is done with its money until an operator has decided. Its merchant is told afresh before the
 * end of a hold refunds it.
 */
export async function holdCard(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock' | 'log'>,
  { payment, escrow, reason, alarm }: Card & Hold,
): Promise<void> {
  const isNew = payment.holdReason === null
  payment.holdReason ??= reason
  if (escrow) escrow.noticedAt = null
  await advanceCards(em, ctx, { payment, escrow })
  if (isNew) ctx.log.error({ paymentId: payment.id, alarm }, `a card payment is held: ${reason}`)
}
