import type { Log, Running } from './processes/running.ts'

/** An amount for an address, in base units of the chain's coin. */
interface CoinPayment {
  readonly to: string
  readonly units: bigint
}

/** A token's contract or mint. */
interface TokenAt {
  readonly token: string
}

/** A node by its RPC address, with the name of the faucet's wallet where it has one. */
export interface DevnetNode {
  readonly rpc: string
  readonly wallet?: string | undefined
}

/** Where a node keeps its chain, and how often a block comes by itself; without an interval blocks are mined only on request. */
export interface NodePlace {
  readonly dataDir: string
  readonly port?: number | undefined
  readonly blockSeconds?: number | undefined
  readonly log?: Log | undefined
}

/** How the devnet runs a chain and moves its coin. Methods take the node, so that a proxy can stand before it. */
export interface ChainDriver<Node extends DevnetNode = DevnetNode, Started extends Node = Node> {
  /** The chain in words. */
  readonly name: string
  /** The program of its node. */
  readonly program: string
  /** Its log, in the folder of its data. */
  readonly log: string
  /** What a block of a devstack waits for, in seconds. */
  readonly blockSeconds: number
  /** EIP-155 id; undefined where there is none. */
  readonly chainId?: number | undefined
  /** The address that pays; undefined where a wallet of the node does. */
  readonly faucetAddress?: string | undefined
  /** The key of that address, as wallets of the chain import it. */
  readonly faucetKey?: string | undefined
  start(place: NodePlace): Promise<Started & Running>
  mine(node: Node, blocks: number): Promise<unknown>
  height(node: Node): Promise<number>
  /** An address without any transaction. */
  newAddress(node: Node): Promise<string>
  /** The platform's fee address. */
  platformAddress(node: Node): Promise<string>
  balance(node: Node, address: string): Promise<bigint>
  /** Pays from the faucet; returns the transaction's id. */
  pay(node: Node, payment: CoinPayment): Promise<string>
  /** False for a text that is no address, or mistyped by its checksum; undefined where the node itself refuses one. */
  isAddress?(text: string): boolean
  /** Units of a token at an address; only where there are tokens. */
  tokenBalance?(node: Node, held: TokenAt & { readonly address: string }): Promise<bigint>
  /** Pays units of a token from the faucet; only where there are tokens. */
  payToken?(node: Node, payment: TokenAt & CoinPayment): Promise<string>
}
