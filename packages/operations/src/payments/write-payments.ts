import { presentPaymentChange } from '@gateway/contract/payments'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Usage } from '@gateway/domain/businesses/plan'
import { DomainError } from '@gateway/domain/kernel/error'
import { paymentMachine } from '@gateway/domain/payments/machine'
import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { type Announcement, announceChange, type Endpoint } from '../events/publish-events.ts'
import { countUsage } from '../businesses/plans/count-usage.ts'
import type { ApiContext } from '../kernel/context.ts'
import { allocateAddresses, type Allocated } from '../custody/address-pool/allocate-addresses.ts'
import { queueNotification } from '../kernel/notifications.ts'
import { quoteRow } from '../rates/quote-price.ts'
import { type Draft, paymentOf } from './draft-payment.ts'
import { factsOf } from './reading/payment-facts.ts'
import { startPayment } from './lifecycle/workflow-messages.ts'

/** A created payment, and its usage. */
export interface CreatedPayment {
  readonly facts: PaymentFacts
  readonly usage: Usage
}

/** The rows that a transaction has written. */
export interface Written {
  readonly created: ReadonlyMap<Draft, CreatedPayment>
  readonly outboxIds: readonly string[]
}

/** Some payments cannot be created, each for its reason, so none is. */
export class PaymentsRefused extends Error {
  readonly reasons: ReadonlyMap<Draft, DomainError>
  constructor(reasons: ReadonlyMap<Draft, DomainError>) {
    super('some payments were refused')
    this.reasons = reasons
  }
}

/**
 * Writes payments in the caller's transaction: usage, quotes, addresses with payout terms, payments, events, deliveries and the messages that start
 * their workflows, in a handful of statements.
 *
 * @throws {PaymentsRefused} when some have no address or no quota left; the transaction must then be rolled back.
 */
export async function writePayments(em: Em, ctx: ApiContext, drafts: readonly Draft[]): Promise<Written> {
  const addresses = await allocateAddresses(em, drafts)
  const usages = await countUsage(em, ctx, drafts)
  const outcomes = drafts.map((draft, place) => outcomeOf(draft, { allocated: addresses[place], usage: usages[place] }))
  const refused = outcomes.filter((outcome) => 'reason' in outcome)
  if (refused.length > 0) throw new PaymentsRefused(new Map(refused.map(({ draft, reason }) => [draft, reason])))
  const made = outcomes.filter((outcome) => 'rows' in outcome)
  queueNotification(em, { channel: 'committed', payload: drafts.map(({ addressTerms }) => addressTerms.id).join() })
  const outboxIds = await announceChange(em, ctx, {
    announcements: made.map(({ created }) => announcementOf(created.facts)),
    rows: made.flatMap(({ rows }) => rows),
    messages: made.map(({ created }) => startPayment(created.facts.payment)),
    endpoints: endpointsOf(drafts),
  })
  return { created: new Map(made.map(({ draft, created }) => [draft, created])), outboxIds }
}

/** The endpoints of each business at the time of its request. */
const endpointsOf = (drafts: readonly Draft[]): Endpoint[] => [
  ...new Map(drafts.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.id, endpoint]))).values(),
]

/** A payment with all its rows, or its refusal. */
type Outcome =
  | { readonly draft: Draft; readonly created: CreatedPayment; readonly rows: readonly Insert[] }
  | { readonly draft: Draft; readonly reason: DomainError }

function outcomeOf(
  draft: Draft,
  { allocated, usage }: { allocated: Allocated | DomainError | undefined; usage: Usage | DomainError | undefined },
): Outcome {
  if (!allocated || !usage) throw new Error('payment missing from its batch')
  if (allocated instanceof DomainError) return { draft, reason: allocated }
  if (usage instanceof DomainError) return { draft, reason: usage }
  const { quote } = draft.priced
  const payment = paymentOf(draft, allocated.commit.address)
  const facts = factsOf(draft.ctx, { payment, quote, view: { height: 0, finalizedHeight: undefined } })
  const created = { facts, usage }
  const kept = draft.keep ? [draft.keep(created)] : []
  return { draft, created, rows: [quoteRow(quote), ...allocated.rows, { into: 'payment', rows: [payment] }, ...kept] }
}

const announcementOf = (facts: PaymentFacts): Announcement => ({
  type: paymentMachine.opens,
  object: { type: 'payment', id: facts.payment.id, businessId: facts.payment.businessId, mode: facts.payment.mode },
  sequence: 1,
  data: presentPaymentChange(facts, null),
})
