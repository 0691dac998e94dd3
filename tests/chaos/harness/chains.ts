import { eachChain as eachOf } from '@gateway/chains/settings'
import type { DevnetChain, RunningNodes } from '@gateway/devnet/chains'
import { chainOf as chainOfAsset, type PayableAsset, payableAsset } from '@gateway/scripts/pay/rails'

/** A chain of a run: every chain of the devnet is one. */
export type Chain = DevnetChain
/** The running nodes of a run. */
export type Nodes = RunningNodes
/** An asset of a run: every coin and token of its chains. */
export type Asset = PayableAsset

/** The lies of a node, see `lies.ts`. */
export type LieName = 'away' | 'silent' | 'refusing' | 'stale' | 'forgetful' | 'discreet'

/** What the chains of a family have in common for payers and faults. */
interface FamilyFacts {
  /** Its nodes mine at an interval; the others need a miner beside them. */
  readonly minesAlone: boolean
  readonly lies: readonly LieName[]
  /** Its payments can be double-spent. */
  readonly spendsOutputs: boolean
  /** Its addresses hold every token, and a gas payer pays the network for tokens. */
  readonly hasTokens: boolean
  /** Anybody who knows the terms can flush a deposit, and nobody can refund one; deposits of other chains are held by keys. */
  readonly hasContracts: boolean
}

const everywhere = ['away', 'silent', 'refusing', 'stale', 'forgetful'] as const

/** The families of chains; a further one is a further row here and in `lies.ts`. */
const families = {
  utxo: { minesAlone: false, lies: everywhere, spendsOutputs: true, hasTokens: false, hasContracts: false },
  evm: { minesAlone: true, lies: [...everywhere, 'discreet'], spendsOutputs: false, hasTokens: true, hasContracts: true },
  solana: { minesAlone: false, lies: everywhere, spendsOutputs: false, hasTokens: true, hasContracts: false },
} as const satisfies Readonly<Record<string, FamilyFacts>>

/** A family of chains. */
export type Family = keyof typeof families

/** Each chain with its family, and how often its node is killed beyond the first round. */
const rows = {
  BTC: { family: 'utxo', kills: 4 },
  BCH: { family: 'utxo', kills: 2 },
  ETH: { family: 'evm', kills: 4 },
  POL: { family: 'evm', kills: 2 },
  SOL: { family: 'solana', kills: 2 },
} as const satisfies Readonly<Record<Chain, { readonly family: Family; readonly kills: number }>>

/** Payments of each asset among five hundred. */
export const shares = {
  BTC: 200,
  BCH: 30,
  ETH: 120,
  POL: 60,
  SOL: 20,
  USDC_ETH: 30,
  USDC_POL: 25,
  USDC_SOL: 15,
} as const satisfies Readonly<Record<Asset, number>>

/** The chains of a run. */
export const chaosChains = Object.keys(rows) as readonly Chain[] // Object.keys forgets the type of the keys.
/** The assets of a run. */
export const chaosAssets = Object.keys(shares) as readonly Asset[] // Here too.

/** Something of every chain of a run. */
export const eachChain = <One>(one: (chain: Chain) => One): Readonly<Record<Chain, One>> => eachOf(rows, one)

/** Something of every chain of a run, made concurrently. */
export async function onEachChain<One>(one: (chain: Chain) => Promise<One>): Promise<Record<Chain, One>> {
  const made = await Promise.all(chaosChains.map(async (chain) => [chain, await one(chain)] as const))
  return Object.fromEntries(made) as Record<Chain, One> // fromEntries forgets that all are there.
}

/** The facts of a chain’s family. */
export const factsOf = (chain: Chain): FamilyFacts => families[rows[chain].family]

/** How often the node of a chain is killed beyond the first round, relative to others. */
export const killsOf = (chain: Chain): number => rows[chain].kills

/** The chain of an asset. @throws {Error} for an asset of no chain of a run. */
export function chainOf(asset: string): Chain {
  const chain = chaosChains.find((one) => one === chainOfAsset(payableAsset(asset)))
  if (chain === undefined) throw new Error(`${asset} is on no chain of a run`)
  return chain
}

/** The token of a chain. @throws {Error} for a chain without one. */
export function tokenOf(chain: Chain): Asset {
  const token = chaosAssets.find((asset) => asset !== chain && chainOf(asset) === chain)
  if (token === undefined) throw new Error(`${chain} has no token`)
  return token
}
