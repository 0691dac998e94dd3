import type { Asset, CaseDeposit, Chain } from './case.ts'

/** One payout of a deposit address on its chain; all in base units. */
export interface Payout {
  readonly txId: string
  /** Paid to the payee. */
  readonly merchant: bigint
  readonly platform: bigint
  /** Paid back: to the payer's refund address, or the depositor. */
  readonly payer: bigint
  /** Paid to any other address. */
  readonly astray: bigint
  /** Network fee taken from the deposit. */
  readonly networkFee: bigint
}

/** Movements at the address of a payment. */
export interface Moved {
  readonly received: bigint
  /** Remaining balance. */
  readonly left: bigint
  readonly payouts: readonly Payout[]
}

/** An output that was paid to an address of a shop, the platform or a customer, on a chain of outputs. */
export interface Coin {
  readonly address: string
  readonly units: bigint
}

/** Everything that one chain, or all of them together, say. */
export interface Money {
  at(deposit: CaseDeposit): Moved
  /** Balance of an address of a shop, the platform or a payer. */
  balanceOf(asset: Asset, address: string): Promise<bigint>
  /** Transactions that moved money from a deposit address, or that the gas payer sent. */
  readonly outgoing: readonly { readonly chain: Chain; readonly txId: string; readonly what: string }[]
  /** By outpoint, spent ones too. */
  readonly coins: ReadonlyMap<string, Coin>
}

/** The sum of amounts. */
export const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)
