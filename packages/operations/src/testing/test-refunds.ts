import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { pinRefunds } from '../custody/pins/pin-refunds.ts'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import { signDue } from './sign-forward.ts'
import { refundOwners } from '../jobs/refund-owners.ts'
import { claimRefund } from '../payments/refunds/claim-refund.ts'
import type { Decider } from '../payments/authorize-decision.ts'
import { expirePayment } from '../payments/endings/expire-payment.ts'
import { offerRefund } from '../payments/refunds/offer-refund.ts'
import { planRefunds } from '../payments/refunds/plan-refunds.ts'
import { attemptsOf, output, type TestChain } from './test-chain.ts'
import type { TestShop } from './test-shop.ts'

/** The refund address of payers in tests. */
export const PAYER = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'

/** The refund hold. */
export const HOLD_HOURS = 48
/** The default amount that payers of tests have paid. */
export const HELD = 40_000n

const HOUR_MS = 60 * 60_000

/** A payment of 100 000 satoshis whose window is over, underpaid in time. */
export async function underpaidPayment({ ctx, ask }: TestShop, btc: TestChain, units: bigint): Promise<Payment> {
  const payment = await ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, units, { tx: 99 })], at: ctx.clock.now() })
  ctx.clock.advance(15 * 60_000)
  await tables(ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(ctx, { paymentId: payment.id })
  return payment
}

interface Place {
  readonly shop: TestShop
  readonly btc: TestChain
}

/** A payment that has failed: its deposit disappeared and was absent for 72 hours. */
async function failPayment({ shop, btc }: Place, pass: (hours: number) => Promise<void>): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.showMempool([output(payment.address, 100_000n, { tx: 1 })])
  await pass(1)
  await btc.showMempool([])
  await pass(72)
  await btc.showMempool()
  await btc.mineEmpty(1)
  return payment
}

async function sendBack({ shop, btc }: Place): Promise<void> {
  await planRefunds(shop.ctx)
  await signDue(shop.signer)
  await btc.send()
}

async function mineSent({ shop, btc }: Place, blocks: number): Promise<void> {
  await btc.mine({ attempts: (await attemptsOf(shop.ctx)).filter(({ state }) => state === 'broadcast') })
  await btc.mineEmpty(blocks - 1)
}

/** The steps of a refund, for the current shop and chain of a test. */
export function refundsOf(at: () => Place) {
  const offer = (payment: Payment, by: Decider = 'operator:anna') => offerRefund(at().shop.ctx, { paymentId: payment.id, by, linkDays: 30 })
  const claim = (token: string, address = PAYER) =>
    claimRefund(at().shop.ctx, refundOwners, { token, address, holdHours: HOLD_HOURS, by: 'payer' })
  /** Claims an address as the payer and pins it as the signer. */
  async function name(payment: Payment): Promise<void> {
    await claim((await offer(payment)).token)
    await pinRefunds(at().shop.signer)
  }
  /** Fee estimates age; a test that advances days asks again. */
  async function priceSpace(milliSatsPerVbyte = 2_000n): Promise<void> {
    const { shop, btc } = at()
    await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, { fees: { family: 'utxo', milliSatsPerVbyte }, at: shop.ctx.clock.now() })
  }
  async function pass(hours = HOLD_HOURS): Promise<void> {
    at().shop.ctx.clock.advance(hours * HOUR_MS)
    await priceSpace()
  }
  return {
    offer,
    claim,
    name,
    priceSpace,
    /** An ended payment whose payer has claimed its money back. */
    async claimed(units = HELD): Promise<Payment> {
      const payment = await underpaidPayment(at().shop, at().btc, units)
      await name(payment)
      return payment
    },
    failed: () => failPayment(at(), pass),
    pass,
    sendBack: () => sendBack(at()),
    /** Mines the broadcast transactions until they are final. */
    mined: (blocks = 6) => mineSent(at(), blocks),
  }
}
