import { CreatePaymentInput, ListPaymentsInput } from '@gateway/contract/payments'
import { findUnpinnedPayoutTerms } from '@gateway/db/custody/pins/pin-queries'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { gauges } from '@gateway/operations/observability/metrics/register-metrics'
import { findViolations } from '@gateway/operations/invariants/find-violations'
import { createPayment } from '@gateway/operations/payments/creation/create-payment'
import { getPayment } from '@gateway/operations/payments/reading/get-payment'
import { listHeld } from '@gateway/operations/payments/held/list-held'
import { listPayments } from '@gateway/operations/payments/reading/list-payments'
import { sweepPayments } from '@gateway/operations/payments/sweeps/sweep-payments'
import { FIRST_SHOP, paymentId } from './fill-shops.ts'

/** Something that the gateway does over and over, and how often it is done in a round. */
export interface Work {
  readonly name: string
  readonly times: number
  readonly run: (ctx: ApiContext, turn: number) => Promise<unknown>
}

// Both name the same tenant: a key of its one business, and its owner.
const owner = { merchantId: FIRST_SHOP as MerchantId, mode: 'live' } as const
const key: Actor = { kind: 'key', ...owner, businessId: FIRST_SHOP as BusinessId, keyId: 'bench', scopes: ['*'] }
const merchant: Actor = { kind: 'merchant', ...owner, sessionId: 'bench' }

const terms = CreatePaymentInput.parse({ amount: 25, currency: 'USD', blockchain: 'USDC_ETH' })
const list = (actor: Actor, filter: Readonly<Record<string, unknown>>) => (ctx: ApiContext) =>
  listPayments(ctx, { actor, filter: ListPaymentsInput.parse(filter) })
const lastLook = { entry: '0', event: '2147483647', observation: '0' }

/** What merchants ask for, of a shop that has as many payments at both sizes; and what the roles look for again and again. */
export const works: readonly Work[] = [
  { name: 'create a payment', times: 40, run: (ctx) => createPayment(ctx, { actor: key, terms }) },
  { name: 'get a payment', times: 40, run: (ctx, turn) => getPayment(ctx, { actor: key, id: paymentId(1 + ((turn * 37) % 9_000)) }) },
  { name: 'list, the first page', times: 10, run: list(key, {}) },
  { name: 'list, those that are open', times: 10, run: list(key, { status: 'pending' }) },
  { name: 'list, those that failed: none', times: 20, run: list(key, { status: 'failed' }) },
  { name: 'list, the deepest page', times: 10, run: list(key, { limit: 100, offset: 9_900 }) },
  { name: 'list, of all the merchant’s shops', times: 10, run: list(merchant, {}) },
  { name: 'sweep of payments, nothing due', times: 10, run: (ctx) => sweepPayments(ctx) },
  {
    name: 'new commits without a pin: none',
    times: 10,
    run: (ctx) => findUnpinnedPayoutTerms(ctx.orm.em.fork(), { since: ctx.clock.now(), chains: ['BTC', 'ETH'], limit: 500 }),
  },
  {
    name: 'invariants, of what is new',
    times: 2,
    run: (ctx) => findViolations(ctx.orm.em.fork(), { ...lastLook, at: ctx.clock.now().toISOString() }),
  },
  {
    name: 'figures for the metrics',
    times: 2,
    run: async (ctx) => {
      for (const figure of gauges) await figure.query(ctx.clock.now()).execute(tables(ctx.orm.em.fork()))
    },
  },
  { name: 'list of what is held', times: 2, run: (ctx) => listHeld(ctx) },
]
