import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { announceChange, type Endpoint } from '../../../events/publish-events.ts'
import { countUsage } from '../../../businesses/plans/count-usage.ts'
import type { ApiContext } from '../../../kernel/context.ts'
import { allocateAddresses } from '../../../custody/address-pool/allocate-addresses.ts'
import { queueNotification } from '../../../kernel/notifications.ts'
import type { Draft } from '../draft-payment.ts'
import { type CreatedPayment, type OpenedPayment, openPayment, type Reserved } from '../open-payment.ts'

/** What a transaction has written. */
export interface Written {
  readonly created: ReadonlyMap<Draft, CreatedPayment>
  readonly outboxIds: readonly string[]
}

/** Some payments cannot be written, each for its reason; so nothing is. */
export class PaymentsRefused extends Error {
  readonly reasons: ReadonlyMap<Draft, DomainError>
  constructor(reasons: ReadonlyMap<Draft, DomainError>) {
    super('some payments are refused')
    this.reasons = reasons
  }
}

/**
 * Writes payments in the caller's transaction: as many statements for all of them as for one.
 *
 * @throws {PaymentsRefused} when some of them have no address or no allowance left; the transaction must be rolled back then.
 */
export async function writePayments(em: Em, ctx: ApiContext, drafts: readonly Draft[]): Promise<Written> {
  const addresses = await allocateAddresses(em, drafts)
  const usages = await countUsage(em, ctx, drafts)
  const opened = openAll(drafts, (place) => ({ allocated: addresses[place], usage: usages[place] }))
  const payments = [...opened.values()]
  queueNotification(em, { channel: 'committed', payload: drafts.map(({ addressTerms }) => addressTerms.id).join() })
  const outboxIds = await announceChange(em, ctx, {
    announcements: payments.map(({ announcement }) => announcement),
    rows: payments.flatMap(({ rows }) => rows),
    messages: payments.map(({ message }) => message),
    endpoints: endpointsOf(drafts),
  })
  return { created: new Map([...opened].map(([draft, { created }]) => [draft, created])), outboxIds }
}

function openAll(drafts: readonly Draft[], reservedAt: (place: number) => Reserved): Map<Draft, OpenedPayment> {
  const opened = new Map<Draft, OpenedPayment>()
  const refused = new Map<Draft, DomainError>()
  for (const [place, draft] of drafts.entries()) {
    const payment = openPayment(draft, reservedAt(place))
    if (payment instanceof DomainError) refused.set(draft, payment)
    else opened.set(draft, payment)
  }
  if (refused.size > 0) throw new PaymentsRefused(refused)
  return opened
}

/** Where the events go, as each business had it when its request came. */
const endpointsOf = (drafts: readonly Draft[]): Endpoint[] => [
  ...new Map(drafts.flatMap(({ endpoints }) => endpoints.map((endpoint) => [endpoint.id, endpoint]))).values(),
]
