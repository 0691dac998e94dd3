import { insertAssistedRefund, nameTransaction } from '@gateway/db/payments/assisted/assisted-refund-queries'
import { tables } from '@gateway/db/tables'
import type { AssistedRefund } from '@gateway/domain/payments/assisted-refund'
import type { Payment } from '@gateway/domain/payments/payment'
import { createHash } from 'node:crypto'
import { transaction } from '../kernel/transaction.ts'
import { nameWithin } from '../payments/assisted/name-within.ts'
import type { TestShop } from './test-shop.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const hashOf = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** A started refund that its merchant pays, without an address. */
const offerOf = (payment: Payment, given: { id: string; units: bigint; at: Date }): AssistedRefund => ({
  id: given.id,
  paymentId: payment.id,
  businessId: payment.businessId,
  chain: payment.chain,
  asset: payment.asset,
  units: given.units,
  fiatMinor: 100n,
  rate: 'payment',
  state: 'offered',
  reason: null,
  offeredBy: 'operator:anna',
  offeredAt: given.at,
  offerEndsAt: new Date(given.at.getTime() + 14 * DAY_MS),
  tokenHash: hashOf(`payer ${given.id}`),
  payTokenHash: hashOf(`pay ${given.id}`),
  address: null,
  watchKey: null,
  namedBy: null,
  namedAt: null,
  startHeight: null,
  asks: false,
  paidUnits: 0n,
  refundedAt: null,
  endedAt: null,
  endReason: null,
  arrivalEmailId: null,
})

/** The steps of refunds that merchants pay, for the current shop of a test. */
export function watchedRefundsOf(at: () => Pick<TestShop, 'ctx'>) {
  const db = () => tables(at().ctx.orm.em.fork())
  const read = (id: string) => db().selectFrom('assisted_refund').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    /** Starts a refund and names its address. @returns its id. */
    async start(payment: Payment, units: bigint, address: string): Promise<string> {
      const { ctx } = at()
      const id = ctx.ids.uuid()
      await transaction(ctx, async (em) => {
        await insertAssistedRefund(em, offerOf(payment, { id, units, at: ctx.clock.now() }))
        await nameWithin(em, ctx, { refund: { id, paymentId: payment.id, chain: payment.chain, state: 'offered' }, address, by: 'payer' })
      })
      return id
    },
    read,
    /** State and paid units of a refund. */
    async stands(id: string): Promise<readonly [string, bigint]> {
      const { state, paidUnits } = await read(id)
      return [state, paidUnits]
    },
    transfers: () =>
      db()
        .selectFrom('refund_transfer')
        .select(['refundId', 'units', 'state', 'txId', 'ref'])
        .orderBy('arrivedAt')
        .orderBy('ref')
        .execute(),
    name: (refundId: string, txId: string): Promise<void> =>
      nameTransaction(at().ctx.orm.em.fork(), { refundId, txId, by: 'operator:anna', now: at().ctx.clock.now() }),
    async named(refundId: string): Promise<string[]> {
      const rows = await db().selectFrom('refund_transaction').selectAll().where('refundId', '=', refundId).orderBy('txId').execute()
      return rows.map(({ state, problem }) => problem ?? state)
    },
  }
}
