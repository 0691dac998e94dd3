import { MAX_SHOWN } from '@gateway/contract/movements'
import type { ListPaymentsInput, PaymentFilter } from '@gateway/contract/payment-inputs'
import { findPaymentPage, type PaymentListing } from '@gateway/db/payments/reading/page-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { completedStates, type PaymentState, paymentStates } from '@gateway/domain/payments/machine'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { metadataMatchOf } from './metadata-match.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'
import { knownFacts } from './payment-facts.ts'

/**
 * A page of the caller's payments, newest first; without a business those of all the caller's businesses.
 *
 * @throws {ForbiddenBusiness} when the credential does not act for the named business.
 */
export async function listPayments(
  ctx: Context,
  { actor, filter }: { actor: Actor; filter: ListPaymentsInput },
): Promise<{ payments: PaymentFacts[]; total: number }> {
  const business = filter.businessId === undefined ? undefined : await resolveBusiness(ctx, { actor, businessId: filter.businessId })
  const scope = business ? { ...businessScope(actor), businessId: business.id } : businessScope(actor)
  const { payments, total } = await findPaymentPage(ctx.orm.em.fork(), { scope, listing: listingOf(filter), most: MAX_SHOWN })
  return { payments: payments.map((known) => knownFacts(ctx, known)), total }
}

const listingOf = (filter: ListPaymentsInput): PaymentListing => ({
  states: filter.status && statesOf(filter.status),
  refundedOnly: filter.status === 'refunded',
  asset: filter.asset,
  metadata: metadataMatchOf(filter),
  createdFrom: filter.dateFrom,
  createdBefore: filter.dateTo,
  limit: filter.limit,
  offset: filter.offset,
})

const groups = { completed: completedStates, confirming: ['detected'], refunded: undefined } as const satisfies Record<
  Exclude<PaymentFilter, PaymentState>,
  readonly PaymentState[] | undefined
>

const isState = (filter: PaymentFilter): filter is PaymentState => (paymentStates as readonly string[]).includes(filter)

const statesOf = (filter: PaymentFilter): readonly PaymentState[] | undefined => (isState(filter) ? [filter] : groups[filter])
