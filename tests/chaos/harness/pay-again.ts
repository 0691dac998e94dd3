import { chainOf, tokenOf } from './chains.ts'
import { untilReached, untilSeen } from './until-reached.ts'
import type { Market, Placed } from './workload.ts'

/** Ten dollars of USDC. */
const STRAY_UNITS = 10_000_000n

/** Pays again once the forward is final: before that, one flush could pay both. */
export async function payAgain(market: Market, { order, shop, payment, sentUnits }: Placed): Promise<Pick<Placed, 'sentUnits'>> {
  await untilReached(market, { shop, payment }, 'forwarded')
  market.journal.note('paid again', { n: order.n, units: String(sentUnits), txId: await market.customer.pay(payment, sentUnits) })
  return { sentUnits: 2n * sentUnits }
}

/** Sends USDC to an address for the coin of its chain. */
export async function sendUnsupported(
  { customer, journal }: Market,
  { order, payment }: Placed,
): Promise<Pick<Placed, 'unsupportedUnits'>> {
  const txId = await customer.pay({ ...payment, blockchain: tokenOf(chainOf(payment.blockchain)) }, STRAY_UNITS)
  journal.note('another token sent', { n: order.n, txId })
  return { unsupportedUnits: STRAY_UNITS }
}

/** Double-spends a detected payment to the same address, in a block whose transaction was never in the mempool. */
export async function spendAgain(market: Market, { order, shop, payment, sentUnits, txId }: Placed): Promise<Partial<Placed>> {
  const { customer, journal } = market
  await customer.holdBack(payment, txId)
  await untilSeen(market, { shop, payment })
  const isDone = await customer.doubleSpend(payment, { txId, units: sentUnits })
  journal.note('double-spent', { n: order.n, txId, isDone })
  return {}
}
