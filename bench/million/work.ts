import { CreatePaymentInput, ListPaymentsInput } from '@gateway/contract/payment-inputs'
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
import { FIRST_SHOP, OF_A_SHOP, paymentId } from './fill-shops.ts'

/** A recurring task of the gateway, and how often it runs in a round. */
export interface Work {
  readonly name: string
  readonly times: number
  readonly run: (ctx: ApiContext, turn: number) => Promise<unknown>
}

// Both name the same tenant: a key of its one business, and its owner.
const owner = { merchantId: FIRST_SHOP as MerchantId, mode: 'live' } as const
const key: Actor = { kind: 'key', ...owner, businessId: FIRST_SHOP as BusinessId, keyId: 'bench', scopes: ['*'] }
const session = { sessionId: 'bench', openedIn: 'api', confirmedAt: new Date(0), hasSecondFactor: false } as const
/** The owner of the first business, signed in. */
export const merchant: Actor = { kind: 'merchant', ...owner, ...session }

const terms = CreatePaymentInput.parse({ amount: 25, currency: 'USD', blockchain: 'USDC_ETH' })
const list = (actor: Actor, filter: Readonly<Record<string, unknown>>) => (ctx: ApiContext) =>
  listPayments(ctx, { actor, filter: ListPaymentsInput.parse(filter) })
const lastCheck = { entry: '0', event: '2147483647', observation: '0' }

/** Requests of a merchant whose business has the same number of payments at both sizes, and recurring tasks of the roles. */
export const works: readonly Work[] = [
  { name: 'create a payment', times: 40, run: (ctx) => createPayment(ctx, { actor: key, terms }) },
  { name: 'get a payment', times: 40, run: (ctx, turn) => getPayment(ctx, { actor: key, id: paymentId(1 + ((turn * 37) % OF_A_SHOP)) }) },
  { name: 'list, the first page', times: 10, run: list(key, {}) },
  { name: 'list, open payments', times: 10, run: list(key, { status: 'pending' }) },
  { name: 'list, failed payments: none', times: 20, run: list(key, { status: 'failed' }) },
  { name: 'list, the deepest page', times: 10, run: list(key, { limit: 100, offset: OF_A_SHOP - 100 }) },
  { name: 'list, all businesses of the merchant', times: 10, run: list(merchant, {}) },
  { name: 'sweep of payments, none due', times: 10, run: (ctx) => sweepPayments(ctx) },
  {
    name: 'unpinned commits, none',
    times: 10,
    run: (ctx) => findUnpinnedPayoutTerms(ctx.orm.em.fork(), { since: ctx.clock.now(), chains: ['BTC', 'ETH'], limit: 500, except: [] }),
  },
  {
    name: 'invariants, incremental',
    times: 2,
    run: (ctx) => findViolations(ctx.orm.em.fork(), { ...lastCheck, at: ctx.clock.now().toISOString() }),
  },
  {
    name: 'metrics',
    times: 2,
    run: async (ctx) => {
      for (const figure of gauges) await figure.query(ctx.clock.now()).execute(tables(ctx.orm.em.fork()))
    },
  },
  { name: 'list of held funds', times: 2, run: (ctx) => listHeld(ctx) },
]
