import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Context } from '../../kernel/context.ts'

const SOONEST_MS = 10 * 60 * 1_000

/** When the processor is asked about a card payment next, should no event tell: after ten minutes, and after twice its age from then on. */
export function nextLookAt({ clock }: Pick<Context, 'clock'>, { createdAt }: Pick<CardPaymentEntity, 'createdAt'>): Date {
  const now = clock.now().getTime()
  return new Date(now + Math.max(SOONEST_MS, now - createdAt.getTime()))
}
