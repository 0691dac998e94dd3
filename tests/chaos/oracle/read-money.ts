import { readAccounts } from './accounts.ts'
import { type Case, type Chain, chainOf } from './case.ts'
import { readContracts } from './contracts.ts'
import type { Money } from './money.ts'
import { bitcoinCashDialect, bitcoinDialect } from './output-dialects.ts'
import { readOutputs } from './outputs.ts'

/** The reader of each chain; a chain without one does not compile. */
const readers: Readonly<Record<Chain, (judged: Case) => Promise<Money>>> = {
  BTC: (judged) => readOutputs(judged, bitcoinDialect),
  BCH: (judged) => readOutputs(judged, bitcoinCashDialect),
  ETH: (judged) => readContracts(judged, 'ETH'),
  POL: (judged) => readContracts(judged, 'POL'),
  SOL: (judged) => readAccounts(judged, 'SOL'),
}

/** Reads every chain. */
export async function readMoney(judged: Case): Promise<Money> {
  const read = await Promise.all(Object.entries(readers).map(async ([chain, reader]) => [chain, await reader(judged)] as const))
  const chains = Object.fromEntries(read) as Record<Chain, Money> // Every chain has its reader.
  return {
    at: (deposit) => chains[chainOf(deposit.asset)].at(deposit),
    balanceOf: (asset, address) => chains[chainOf(asset)].balanceOf(asset, address),
    outgoing: read.flatMap(([, { outgoing }]) => outgoing),
    coins: new Map(read.flatMap(([, { coins }]) => [...coins])),
  }
}
