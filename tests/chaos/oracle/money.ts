import type { Asset, CaseOrder } from './case.ts'

/** One payout of a deposit address, as its chain shows it; all in base units. */
export interface Payout {
  readonly txId: string
  readonly merchant: bigint
  readonly platform: bigint
  /** What went back to the address that its customer has named. */
  readonly payer: bigint
  /** What went to anybody else. */
  readonly astray: bigint
  /** What the block's producer took out of the deposit. */
  readonly networkFee: bigint
}

/** What happened at the address of a payment. */
export interface Moved {
  readonly received: bigint
  /** What still lies there. */
  readonly left: bigint
  readonly payouts: readonly Payout[]
}

/** Everything that the chains say. */
export interface Money {
  at(order: CaseOrder): Moved
  /** What lies at an address of a shop, the platform or a customer. */
  balanceOf(asset: Asset, address: string): Promise<bigint>
  /** Transactions that moved money from a deposit address, or were sent by the relayer. */
  readonly outgoing: readonly { readonly chain: 'BTC' | 'ETH'; readonly txId: string; readonly what: string }[]
}

/** The sum of amounts. */
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
