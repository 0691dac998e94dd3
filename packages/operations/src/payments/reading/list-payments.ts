import type { ListPaymentsInput, PaymentFilter } from '@gateway/contract/payment-inputs'
import { listPaymentRows, type PaymentListing } from '@gateway/db/payments/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { completedStates, type PaymentState, paymentStates } from '@gateway/domain/payments/machine'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { metadataMatchOf } from './metadata-match.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'
import { readSnapshot } from '../read-snapshot.ts'
import { readFacts } from './payment-facts.ts'

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
  return readSnapshot(ctx.orm, async (em) => {
    const { rows, total } = await listPaymentRows(em, { scope, listing: listingOf(filter) })
    return { payments: await readFacts(em, ctx, rows), total }
  })
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
