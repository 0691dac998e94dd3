import type { ChainCode } from '@gateway/domain/money/asset'

/** The amount at one address or in one output, as the database has it. */
export interface Place {
  readonly chain: string
  readonly address: string
  readonly asset: string
  readonly ref: string
  /** The output, on a chain with outputs. */
  readonly txId?: string
  readonly vout?: number | null
  readonly units: string
  /** The height to which the database has scanned the chain. */
  readonly height: number
}

/** An unspent output of an address. */
export interface UnspentOutput {
  readonly ref: string
  readonly address: string
  readonly asset: string
  /** The height of its block. */
  readonly height: number
}

/**
 * A chain's node as the reconciliation asks it, over a client that the scanner does not share. Every method throws `ChainUnavailable` when the node
 * does not answer.
 */
export interface ReconciliationNode {
  readonly chain: ChainCode
  /** The assets whose amounts it reports. */
  readonly assets: readonly string[]
  /** The amounts at places of its chain, in their order and in base units; undefined where it was not asked. */
  readUnits(places: readonly Place[]): Promise<readonly (bigint | undefined)[]>
  /** The unspent outputs of addresses, which takes minutes on a large chain; only where money is in outputs. */
  findOutputs?(addresses: readonly string[]): Promise<readonly UnspentOutput[]>
}

/** The node of a chain, and the contracts of its tokens. */
export interface ReconciliationNodeSettings {
  readonly rpcUrl: string
  /** Contracts by asset. */
  readonly tokens: Readonly<Record<string, string>>
}
