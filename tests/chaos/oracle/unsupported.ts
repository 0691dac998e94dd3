import type { CaseOrder } from './case.ts'
import { type Evidence, lineOf, rowsOf } from './judgement.ts'
import { total } from './money.ts'

const ASSET = 'USDC_ETH'

/** Other tokens stay unmoved at their address and are in suspense, to the last unit. */
export async function wrongUnsupported(evidence: Evidence): Promise<string[]> {
  const unsupported = isUnsupported(evidence.judged.orders)
  const found = await Promise.all(unsupported.map(async (order) => ({ order, lies: await evidence.money.balanceOf(ASSET, order.address) })))
  const moved = found.filter(({ order, lies }) => lies !== BigInt(order.unsupportedUnits))
  const query = `SELECT coalesce(sum(bal), 0)::text AS booked FROM account WHERE code = 'suspense:wrong_asset' AND asset = $1`
  const [row] = await rowsOf<{ booked: string }>(evidence, query, [ASSET])
  const sent = total(unsupported.map(({ unsupportedUnits }) => BigInt(unsupportedUnits)))
  const unbooked =
    BigInt(row?.booked ?? 0) === sent ? [] : [{ problem: 'the suspense balance differs from the other tokens sent', sent, ...row }]
  return [...moved.map((one) => ({ problem: 'another token is not at its address', ...one })), ...unbooked].map(lineOf)
}

/** Orders whose address received another token. */
export const isUnsupported = (orders: readonly CaseOrder[]): CaseOrder[] =>
  orders.filter(({ unsupportedUnits }) => unsupportedUnits !== '0')
