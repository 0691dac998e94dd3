import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { Context } from '../../kernel/context.ts'

const SOONEST_MS = 10 * 60 * 1_000

type Looked = Pick<CardPaymentEntity, 'createdAt'> &
  Partial<Pick<CardPaymentEntity, 'isReopenable' | 'expiresAt'>> & { readonly state?: string }

/**
 * When the processor is asked about a card payment next, should no event tell: after ten minutes, and after twice its age from then on; one whose page is
 * opened afresh also when it expires.
 */
export function nextLookAt(ctx: Pick<Context, 'clock'>, payment: Looked): Date {
  const now = ctx.clock.now().getTime()
  const next = new Date(now + Math.max(SOONEST_MS, now - payment.createdAt.getTime()))
  const { expiresAt } = payment
  return expiresAt && isOpenUntilLater(ctx, payment) && expiresAt < next ? expiresAt : next
}

/** True while a payment whose page is opened afresh has not expired. */
export const isOpenUntilLater = ({ clock }: Pick<Context, 'clock'>, { isReopenable, state, expiresAt }: Partial<Looked>): boolean =>
  isReopenable === true && state === 'pending' && expiresAt !== undefined && expiresAt > clock.now()
