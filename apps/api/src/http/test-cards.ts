import { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import { insertAccount } from '@gateway/db/cards/account-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { insertDispute } from '@gateway/db/cards/dispute-queries'
import { tables } from '@gateway/db/tables'
import { createCardPayment } from '@gateway/operations/cards/charges/create-card-payment'
import type { TestApiContext } from '@gateway/operations/testing/test-context'

/** Gives the business of a key an account at the card processor, and creates a card payment in escrow whose page nobody waits for, with a dispute. @returns their ids, by the beginning of their operations' ids. */
export async function openCards(api: TestApiContext, key: string): Promise<Readonly<Record<string, string>>> {
  const em = api.orm.em.fork()
  const { merchantId, id: businessId } = await tables(em)
    .selectFrom('business')
    .innerJoin('api_key', 'api_key.businessId', 'business.id')
    .select(['business.merchantId', 'business.id'])
    .where('api_key.id', '=', key.split('_')[2] ?? '')
    .executeTakeFirstOrThrow()
  const now = api.clock.now()
  const enabled = { detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true, requirementsDue: [], requirementsDeadline: null }
  const told = { disabledReason: null, asOf: now, lookAt: null, createdAt: now, updatedAt: now }
  const terms = { country: 'DE', email: 'owner@shop.example', businessName: 'Shop' }
  const own = { id: api.ids.uuid(), merchantId, businessId, mode: 'live' as const, processorAccountId: 'acct_strangers' }
  await insertAccount(em, { ...own, ...terms, ...enabled, ...told })
  const session = { openedIn: 'api', confirmedAt: now, hasSecondFactor: false, sessionId: api.ids.uuid() } as const
  const actor = { kind: 'merchant', merchantId, mode: 'live', ...session } as const
  const hear = () => {
    throw new Error('nobody waits for the page')
  }
  const input = CreateCardPaymentInput.parse({ business_id: businessId, amount: 2_500, escrow_mode: true })
  await createCardPayment({ ...api, hear }, { actor, terms: input }).catch(() => {})
  const payment = await tables(em).selectFrom('card_payment').selectAll().executeTakeFirstOrThrow()
  const dispute = await openDispute(api, payment)
  return { cards: payment.id, cards_escrows: payment.escrowId ?? '', cards_disputes: dispute }
}

async function openDispute(api: TestApiContext, { id: paymentId, ...payment }: CardPaymentEntity): Promise<string> {
  const [id, now] = [api.ids.uuid(), api.clock.now()]
  const { merchantId, businessId, mode, amountMinor, currency } = payment
  await insertDispute(api.orm.em.fork(), {
    id,
    paymentId,
    merchantId,
    businessId,
    mode,
    processorDisputeId: 'dp_strangers',
    status: 'needs_response',
    processorStatus: 'needs_response',
    phase: 'open',
    reason: 'fraudulent',
    amountMinor,
    withdrawnMinor: 0n,
    currency,
    evidenceDueAt: null,
    hasEvidence: false,
    submissions: 0,
    asOf: now,
    lookAt: null,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
