import type { PayoutOwnerSubject } from '@gateway/domain/custody/purposes'

/** Gas of a transaction, and what each of its parts adds. */
interface Gas {
  readonly base: bigint
  readonly each: bigint
}

/** Gas of the native coin and of a token. */
interface ByMoney {
  readonly native: Gas
  readonly token: Gas
}

/**
 * What flushes and settlements cost under the gas prices of one fork. Measured with contracts/measure-gas.ts and contracts/measure-escrow-gas.ts, and
 * rounded up. Circle's contract is a pausable proxy, which makes each token transfer some thousand gas more expensive than the measured plain contract.
 */
export interface GasSchedule {
  /** Expected for a flush, and for each deposit in it, where the recipients hold the asset already. */
  readonly expected: ByMoney
  /**
   * The most for one object, and for each payee that its terms name: payees are new accounts or reject coin, and somebody has sent native coin to the
   * address of a token; the platform's own account exists.
   */
  readonly most: Readonly<Record<PayoutOwnerSubject, ByMoney>>
  /** Limit of each item of a batch, and once more for the contract's loop: the most expensive honest item fits, at least the contract's `ITEM_GAS`. */
  readonly item: { readonly flush: bigint; readonly settlement: bigint }
}

/** Invoices are paid at the same deposit contracts as payments. */
const mostOf = ({ deposit, escrow }: Readonly<Record<'deposit' | 'escrow', ByMoney>>): GasSchedule['most'] => ({
  payment: deposit,
  invoice: deposit,
  escrow,
})

const osaka: GasSchedule = {
  expected: { native: { base: 30_000n, each: 60_000n }, token: { base: 30_000n, each: 75_000n } },
  most: mostOf({
    deposit: { native: { base: 65_000n, each: 20_000n }, token: { base: 110_000n, each: 25_000n } },
    escrow: { native: { base: 95_000n, each: 43_000n }, token: { base: 145_000n, each: 30_000n } },
  }),
  item: { flush: 220_000n, settlement: 300_000n },
}

/** By the fork that changed prices last, as it is called on the execution layer. */
export const gasSchedules = {
  osaka,
  // Polygon since 21 May 2026: the first access of a storage slot is dearer (PIP-88).
  chicago: {
    expected: { native: osaka.expected.native, token: { base: 40_000n, each: 85_000n } },
    most: mostOf({
      deposit: { native: osaka.most.payment.native, token: { base: 125_000n, each: 30_000n } },
      escrow: { native: { base: 100_000n, each: 43_000n }, token: { base: 155_000n, each: 40_000n } },
    }),
    item: { flush: 240_000n, settlement: 300_000n },
  },
  // Ethereum's next fork: a new account costs 183 600, a new storage slot 97 920 (EIP-8037), and the deposit of a token is a new account.
  amsterdam: {
    expected: { native: osaka.expected.native, token: { base: 60_000n, each: 245_000n } },
    most: mostOf({
      deposit: { native: { base: 60_000n, each: 195_000n }, token: { base: 230_000n, each: 110_000n } },
      escrow: { native: { base: 165_000n, each: 215_000n }, token: { base: 380_000n, each: 130_000n } },
    }),
    item: { flush: 720_000n, settlement: 850_000n },
  },
} as const satisfies Readonly<Record<string, GasSchedule>>

/** A fork whose prices are known. */
export type GasFork = keyof typeof gasSchedules
