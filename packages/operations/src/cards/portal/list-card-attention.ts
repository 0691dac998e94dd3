import type { CardAttention } from '@gateway/contract/portal/cards'
import { findAnswerable, findHeldCards } from '@gateway/db/cards/portal/portal-queries'
import { disputeStatuses } from '@gateway/domain/cards/dispute'
import type { Context } from '../../kernel/context.ts'
import type { PortalRequest } from '../../payments/portal/portal-scope.ts'
import { cardScope } from './card-scope.ts'

const MOST_OF_A_KIND = 50
const answerable = Object.entries(disputeStatuses).flatMap(([status, { isAnswerable }]) => (isAnswerable ? [status] : []))

/**
 * What of the card money of a business needs a person: disputes and inquiries that wait for its answer, the nearest deadline first, and payments that an
 * operator decides about.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listCardAttention(ctx: Pick<Context, 'orm'>, request: PortalRequest): Promise<CardAttention> {
  const { scope } = await cardScope(ctx, request)
  const em = ctx.orm.em.fork()
  const disputes = await findAnswerable(em, { scope, statuses: answerable, most: MOST_OF_A_KIND })
  return { disputes, held: await findHeldCards(em, { scope, most: MOST_OF_A_KIND }) }
}
