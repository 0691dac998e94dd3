import { untilReached, untilSeen } from './until-reached.ts'
import type { Market, Placed } from './workload.ts'

/** Ten dollars of USDC. */
const STRAY_UNITS = 10_000_000n

/** Pays the same once more when the payment is forwarded for good: before that, a contract could send both in one go. */
export async function payAgain(market: Market, { order, shop, payment, sentUnits }: Placed): Promise<Pick<Placed, 'sentUnits'>> {
  await untilReached(market, { shop, payment }, 'forwarded')
  market.journal.note('paid again', { n: order.n, units: String(sentUnits), txId: await market.customer.pay(payment, sentUnits) })
  return { sentUnits: 2n * sentUnits }
}

/** Sends USDC to an address that waits for ether. */
export async function sendStray({ customer, journal }: Market, { order, payment }: Placed): Promise<Pick<Placed, 'strayUnits'>> {
  const txId = await customer.pay({ ...payment, blockchain: 'USDC_ETH' }, STRAY_UNITS)
  journal.note('sent a token that was not asked for', { n: order.n, txId })
  return { strayUnits: STRAY_UNITS }
}

/** Once the payment is seen, spends its inputs again to the same address, in a block that the mempool knew nothing of. */
export async function spendAgain(market: Market, { order, shop, payment, sentUnits, txId }: Placed): Promise<Partial<Placed>> {
  const { customer, journal } = market
  await customer.holdBack(txId)
  await untilSeen(market, { shop, payment })
  const isDone = await customer.doubleSpend(payment, { txId, units: sentUnits })
  journal.note('double-spent', { n: order.n, txId, isDone })
  return {}
}
