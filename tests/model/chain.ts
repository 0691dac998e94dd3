import type { AssetCode } from '@gateway/domain/money/asset'

/** A transaction of the model's chain. */
export interface Tx {
  readonly id: string
  /** Its inputs: coins of payers, outputs, nonces. Two transactions with the same input exclude each other. */
  readonly inputs: readonly string[]
  readonly outputs: readonly Output[]
  /** The deposit contract it flushes. */
  readonly flushes?: string
  /** Its fee, in steps; a higher one replaces transactions with the same inputs. Without it no transaction is replaced. */
  readonly price?: number
}

/** Money that arrives at an address; null for an unsupported token. */
export interface Output {
  readonly to: string
  readonly asset: AssetCode | null
  readonly units: bigint
}

/** The flush of a deposit contract: its whole balance. */
export interface Flush {
  readonly ref: string
  readonly txId: string
  readonly address: string
  readonly units: bigint
  /** The index of its transaction in the block. */
  readonly place: number
}

export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Date
  readonly txs: readonly Tx[]
  readonly flushes: readonly Flush[]
  /** Number of third-party logs before those of its transactions; differs between blocks. */
  readonly firstLog: number
}

/** The real chain; the gateway sees it through its scanner only. */
export interface Chain {
  /** The best chain, by height. */
  readonly blocks: Block[]
  /** Unmined transactions of the node; visible on chains with a watched mempool. */
  readonly pool: Map<string, Tx>
  /** Every block, orphaned ones included, by hash. */
  readonly archive: Map<string, Block>
  /** The spent inputs of the best chain, with their transactions. */
  readonly spent: Map<string, string>
  /** The asset that a flush pays out. */
  readonly asset: AssetCode
}

/** A chain with one block. */
export function newChain(asset: AssetCode, at: Date): Chain {
  const genesis: Block = { height: 0, hash: 'b0.0', parentHash: '', at, txs: [], flushes: [], firstLog: 0 }
  return { blocks: [genesis], pool: new Map(), archive: new Map([[genesis.hash, genesis]]), spent: new Map(), asset }
}

/** The newest block. */
export function tipOf({ blocks }: Chain): Block {
  const tip = blocks.at(-1)
  if (!tip) throw new Error('the chain has no blocks')
  return tip
}

/** Sends a transaction to the node. @returns false when an input is spent, or used by a pooled transaction with at least its fee. */
export function accept(chain: Chain, tx: Tx): boolean {
  const rivals = rivalsOf(chain, tx)
  const isBest = rivals.every(({ price }) => price !== undefined && tx.price !== undefined && price < tx.price)
  const isPossible = isBest && tx.inputs.every((input) => (chain.spent.get(input) ?? tx.id) === tx.id)
  if (isPossible) for (const rival of rivals) chain.pool.delete(rival.id)
  if (isPossible && !isMined(chain, tx)) chain.pool.set(tx.id, tx)
  return isPossible
}

/** Pooled transactions with a common input. */
export const rivalsOf = (chain: Chain, tx: Tx): Tx[] =>
  [...chain.pool.values()].filter((other) => other.id !== tx.id && other.inputs.some((input) => tx.inputs.includes(input)))

/** True when the best chain contains it. */
const isMined = (chain: Chain, tx: Tx): boolean => tx.inputs.every((input) => chain.spent.get(input) === tx.id)

/** Adds a block with the chosen transactions of the pool that are valid. */
export function mine(chain: Chain, at: Date, isChosen: (tx: Tx) => boolean): Block {
  const parent = tipOf(chain)
  const height = parent.height + 1
  const candidates = [...chain.pool.values()].filter(isChosen)
  const txs = candidates.filter((tx) => {
    if (!tx.inputs.every((input) => isSpendable(chain, input))) return false
    for (const input of tx.inputs) chain.spent.set(input, tx.id)
    return chain.pool.delete(tx.id)
  })
  const hash = `b${height}.${chain.archive.size}`
  const block = { height, hash, parentHash: parent.hash, at, txs, flushes: flushesOf(chain, txs, hash), firstLog: chain.archive.size }
  chain.blocks.push(block)
  chain.archive.set(hash, block)
  for (const tx of chain.pool.values()) if (tx.inputs.some((input) => chain.spent.has(input))) chain.pool.delete(tx.id)
  return block
}

/** Orphans the newest blocks; their transactions return to the front of the pool. */
export function orphan(chain: Chain, depth: number): void {
  const back: Tx[] = []
  for (let left = Math.min(depth, chain.blocks.length - 1); left > 0; left--) {
    const block = chain.blocks.pop()
    for (const tx of block?.txs ?? []) for (const input of tx.inputs) chain.spent.delete(input)
    back.unshift(...(block?.txs ?? []))
  }
  const waiting = [...chain.pool.values()]
  chain.pool.clear()
  for (const tx of [...back, ...waiting]) accept(chain, tx)
}

/** A payer's coin, an output that is mined, or the next nonce of a sender. */
function isSpendable(chain: Chain, input: string): boolean {
  if (chain.spent.has(input)) return false
  const [owner = '', number] = input.split(/[:/]/)
  if (input.includes('/')) return number === '0' || chain.spent.has(`${owner}/${Number(number) - 1}`)
  return !input.includes(':') || chain.blocks.some((block) => block.txs.some((tx) => tx.id === owner))
}

function flushesOf(chain: Chain, txs: readonly Tx[], hash: string): Flush[] {
  const flushes: Flush[] = []
  for (const [place, tx] of txs.entries()) {
    if (tx.flushes === undefined) continue
    const units = lyingUnits([...chain.blocks, { txs: txs.slice(0, place), flushes }], { address: tx.flushes, asset: chain.asset })
    if (units > 0n) flushes.push({ ref: `${tx.id}@${hash}`, txId: tx.id, address: tx.flushes, units, place })
  }
  return flushes
}

/** The unflushed balance of an address. */
function lyingUnits(blocks: readonly Pick<Block, 'txs' | 'flushes'>[], { address, asset }: { address: string; asset: AssetCode }): bigint {
  const outputs = blocks.flatMap((block) => block.txs.flatMap((tx) => tx.outputs))
  const came = outputs.filter((output) => output.to === address && output.asset === asset)
  const left = blocks.flatMap((block) => block.flushes).filter((flush) => flush.address === address)
  return came.reduce((sum, { units }) => sum + units, 0n) - left.reduce((sum, { units }) => sum + units, 0n)
}
