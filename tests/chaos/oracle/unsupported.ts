import { type Asset, assets, type CaseOrder, type Chain, chainOf } from './case.ts'
import { type Evidence, lineOf, rowsOf } from './judgement.ts'
import { total } from './money.ts'

const tokens = (Object.keys(assets) as Asset[]).filter((asset) => asset !== chainOf(asset)) // The keys of the table.

/** Other tokens stay unmoved at their address and are in suspense, to the last unit. */
export async function wrongUnsupported(evidence: Evidence): Promise<string[]> {
  return (await Promise.all(tokens.map((token) => wrongToken(evidence, token)))).flat()
}

async function wrongToken(evidence: Evidence, token: Asset): Promise<string[]> {
  const unsupported = unsupportedOn(chainOf(token), evidence.judged.orders)
  const found = await Promise.all(unsupported.map(async (order) => ({ order, lies: await evidence.money.balanceOf(token, order.address) })))
  const moved = found.filter(({ order, lies }) => lies !== BigInt(order.unsupportedUnits))
  const query = `SELECT coalesce(sum(bal), 0)::text AS booked FROM account WHERE code = 'suspense:wrong_asset' AND asset = $1`
  const [row] = await rowsOf<{ booked: string }>(evidence, query, [token])
  const sent = total(unsupported.map(({ unsupportedUnits }) => BigInt(unsupportedUnits)))
  const unbooked =
    BigInt(row?.booked ?? 0) === sent ? [] : [{ problem: 'the suspense balance differs from the other tokens sent', token, sent, ...row }]
  return [...moved.map((one) => ({ problem: 'another token is not at its address', ...one })), ...unbooked].map(lineOf)
}

/** Orders of a chain whose address received another token. */
export const unsupportedOn = (chain: Chain, orders: readonly CaseOrder[]): CaseOrder[] =>
  orders.filter(({ asset, unsupportedUnits }) => chainOf(asset) === chain && unsupportedUnits !== '0')
