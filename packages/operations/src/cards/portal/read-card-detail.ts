import type { CardDetail } from '@gateway/contract/portal/cards'
import { findRefundable, readEscrowOf } from '@gateway/db/cards/card-queries'
import { readDisputesOf, readRefundsOf } from '@gateway/db/cards/portal/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { isReleasable, refundAmountMinor, type CardStanding } from '@gateway/domain/cards/rules'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import type { Card } from '../lifecycle/advance-cards.ts'
import { readStanding, requireFree } from '../lifecycle/standing.ts'

/**
 * A card payment of the signed-in merchant, by its id, that of its escrow or the processor's, with everything that is known of it and what can be done now.
 *
 * @throws {MerchantTokenRequired} for an API key. @throws {NotFound} also for another merchant's.
 */
export async function readCardDetail(ctx: Pick<Context, 'orm'>, { actor, name }: { actor: Actor; name: string }): Promise<CardDetail> {
  const em = ctx.orm.em.fork()
  const payment = await findRefundable(em, { ...businessScope(requireMerchant(actor)), name })
  if (!payment) throw new NotFound('card payment')
  const paymentId = payment.id
  const card: Card = { payment, escrow: (await readEscrowOf(em, { paymentId })) ?? null }
  const [refunds, disputes] = [await readRefundsOf(em, { paymentId }), await readDisputesOf(em, { paymentId })]
  return { ...card, refunds, disputes, refusals: refusalsOf(card, await readStanding(em, card)) }
}

const refusalsOf = (card: Card, standing: CardStanding): CardDetail['refusals'] => ({
  refund: refusalOf(() => {
    requireFree(card, 'refund')
    refundAmountMinor(standing, undefined)
  }),
  release: refusalOf(() => {
    requireFree(card, 'release')
    if (!isReleasable(standing)) throw new InvalidState(blocking(standing), 'release')
  }),
})

/** What stands in the way of a release. */
function blocking({ hasOpenInquiry, pendingMinor, escrowState }: CardStanding): string {
  if (hasOpenInquiry) return 'inquiry'
  return pendingMinor > 0n ? 'refund_pending' : (escrowState ?? 'direct')
}

/** The state that refuses a step; null where nothing does. */
function refusalOf(require: () => void): string | null {
  try {
    require()
    return null
  } catch (error) {
    if (!(error instanceof InvalidState)) throw error
    return error.current
  }
}
