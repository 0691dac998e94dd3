import { assetOf, type AssetCode, type ChainCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { DecimalString } from '../wire/money.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

/** How far a chain has been read. */
export interface ChainProgress {
  readonly chain: ChainCode
  readonly network: string
  readonly height: number
  /** The newest block that the node has told of. */
  readonly headHeight: number
  readonly finalizedHeight: number | null
  /** When the cursor last reached the head; null when it never has. */
  readonly caughtUpAt: Date | null
  /** When the scanner last wrote. */
  readonly progressAt: Date
  /** Why the last pass has failed, and since when passes fail; null while they succeed. */
  readonly problem: string | null
  readonly problemSince: Date | null
  /** The page of its scanner in the Temporal UI; null where its address is not set. */
  readonly temporalUrl: string | null
}

/** Pages of the operator area that alerts lead to, by the end of their address. */
const operatorAreas = ['payouts', 'held', 'disputes', 'pauses', 'treasury', 'lightning', 'rates', 'audit'] as const
/** One of them. */
export type OperatorArea = (typeof operatorAreas)[number]

/** An alert whose condition is true now, and on which chains. */
interface FiringAlert {
  readonly name: string
  readonly severity: 'page' | 'ticket'
  readonly meaning: string
  readonly step: string
  readonly chains: readonly string[]
  readonly area?: OperatorArea
}

/** What operators look at first. */
export interface OperatorOverview {
  readonly counts: {
    readonly payouts: number
    readonly heldMoney: number
    readonly pauses: number
    readonly unsupportedTokens: number
    readonly wrongChain: number
    readonly ratesToConfirm: number
  }
  readonly alarms: readonly FiringAlert[]
  readonly chains: readonly ChainProgress[]
  /** Chains whose node is not listened to, and why. A chain that was never read is not among `chains`. */
  readonly refusedNodes: readonly { readonly chain: ChainCode; readonly reason: string; readonly since: Date }[]
  readonly temporalUrl: string | null
}

/** How much waits, which alarms fire, and how far each chain has been read. */
export const OperatorOverviewView = z.object({
  counts: z.object({
    payouts: z.int(),
    held_money: z.int(),
    pauses: z.int(),
    unsupported_tokens: z.int(),
    wrong_chain: z.int(),
    rates_to_confirm: z.int(),
  }),
  alarms: z.array(
    z.object({
      name: z.string(),
      severity: z.enum(['page', 'ticket']),
      meaning: z.string(),
      step: z.string(),
      chains: z.array(z.string()),
      area: z.enum(operatorAreas).nullable(),
    }),
  ),
  chains: z.array(
    z.object({
      chain: z.string(),
      network: z.string(),
      scanned_height: z.int(),
      head_height: z.int(),
      lag_blocks: z.int(),
      finalized_height: z.int().nullable(),
      caught_up_at: Time.nullable(),
      progress_at: Time,
      problem: z.string().nullable(),
      problem_since: Time.nullable(),
      temporal_url: z.string().nullable(),
    }),
  ),
  refused_nodes: z.array(z.object({ chain: z.string(), reason: z.string(), since: Time })),
  temporal_url: z.string().nullable(),
})

/** What operators look at first. */
export const presentOperatorOverview = ({
  counts,
  alarms,
  chains,
  refusedNodes,
  temporalUrl,
}: OperatorOverview): z.output<typeof OperatorOverviewView> => ({
  counts: {
    payouts: counts.payouts,
    held_money: counts.heldMoney,
    pauses: counts.pauses,
    unsupported_tokens: counts.unsupportedTokens,
    wrong_chain: counts.wrongChain,
    rates_to_confirm: counts.ratesToConfirm,
  },
  alarms: alarms.map(({ name, severity, meaning, step, chains, area = null }) => ({
    name,
    severity,
    meaning,
    step,
    chains: [...chains],
    area,
  })),
  chains: chains.map((one) => ({
    chain: one.chain,
    network: one.network,
    scanned_height: one.height,
    head_height: one.headHeight,
    lag_blocks: Math.max(0, one.headHeight - one.height),
    finalized_height: one.finalizedHeight,
    caught_up_at: presentTimeOrNull(one.caughtUpAt),
    progress_at: presentTime(one.progressAt),
    problem: one.problem,
    problem_since: presentTimeOrNull(one.problemSince),
    temporal_url: one.temporalUrl,
  })),
  refused_nodes: refusedNodes.map(({ chain, reason, since }) => ({ chain, reason, since: presentTime(since) })),
  temporal_url: temporalUrl,
})

/** What the platform holds on a chain, in base units, as the ledger says, and from where on it is too little or too much. */
export interface TreasuryLevel {
  readonly chain: ChainCode
  readonly addresses: readonly string[]
  readonly balances: readonly { readonly asset: AssetCode; readonly units: bigint }[]
  /** For a chain with a gas payer: its marks, and what its signed transactions may cost; null elsewhere. */
  readonly gas: {
    readonly lowUnits: bigint
    readonly highUnits: bigint
    readonly neededUnits: bigint
    readonly isLow: boolean
    readonly isHigh: boolean
  } | null
  /** Signed deposit addresses that are free; null for a chain that computes its addresses. */
  readonly pool: { readonly free: number; readonly low: number; readonly isLow: boolean } | null
}

/** Treasury, gas and address pool of each served chain. */
export const TreasuryView = z.object({
  chains: z.array(
    z.object({
      chain: z.string(),
      addresses: z.array(z.string()),
      balances: z.array(z.object({ blockchain: Asset, amount: DecimalString })),
      gas: z
        .object({ low_mark: DecimalString, high_mark: DecimalString, needed: DecimalString, low: z.boolean(), high: z.boolean() })
        .nullable()
        .meta({ description: 'Marks of the gas payer in its coin; null for a chain without one.', example: null }),
      pool: z
        .object({ free: z.int(), low_mark: z.int(), low: z.boolean() })
        .nullable()
        .meta({ description: 'Free deposit addresses; null for a chain that computes its addresses.', example: null }),
    }),
  ),
})

/** Treasury, gas and address pool. */
export const presentTreasury = (levels: readonly TreasuryLevel[]): z.output<typeof TreasuryView> => ({
  chains: levels.map(({ chain, addresses, balances, gas, pool }) => ({
    chain,
    addresses: [...addresses],
    balances: balances.map(({ asset, units }) => ({ blockchain: asset, amount: amountOf(asset, units) })),
    gas: gas && {
      low_mark: amountOf(chain, gas.lowUnits),
      high_mark: amountOf(chain, gas.highUnits),
      needed: amountOf(chain, gas.neededUnits),
      low: gas.isLow,
      high: gas.isHigh,
    },
    pool: pool && { free: pool.free, low_mark: pool.low, low: pool.isLow },
  })),
})

const amountOf = (asset: AssetCode, units: bigint): string => formatUnits(units, assetOf(asset).decimals)
