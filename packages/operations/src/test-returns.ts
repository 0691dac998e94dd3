import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { expirePayment } from './payments/expire-payment.ts'
import { output, type TestChain } from './test-chain.ts'
import type { TestShop } from './test-shop.ts'

/** Where payers of tests want their money. */
export const PAYER = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'

/** A payment of 100 000 satoshis whose window is over, and of which only a part came in time. */
export async function underpaidPayment({ ctx, ask }: TestShop, btc: TestChain, units: bigint): Promise<Payment> {
  const payment = await ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, units, { tx: 99 })], at: ctx.clock.now() })
  ctx.clock.advance(15 * 60_000)
  await tables(ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(ctx, { paymentId: payment.id })
  return payment
}
