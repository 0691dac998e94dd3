import type { AssetCode } from '@gateway/domain/money/asset'

/** A transaction of the model's chain. */
export interface Tx {
  readonly id: string
  /** What it consumes: coins of payers, outputs, nonces. Two transactions that consume the same thing exclude each other. */
  readonly inputs: readonly string[]
  readonly outputs: readonly Output[]
  /** The deposit contract it asks to pay out. */
  readonly flushes?: string
  /** What it offers, in steps; a dearer transaction replaces cheaper ones that consume the same. Without it, nothing does. */
  readonly price?: number
}

/** Money that arrives at an address; null for an asset that nobody serves. */
export interface Output {
  readonly to: string
  readonly asset: AssetCode | null
  readonly units: bigint
}

/** What a deposit contract has paid out: all that lay there. */
export interface Flush {
  readonly ref: string
  readonly txId: string
  readonly address: string
  readonly units: bigint
  /** Its transaction's place in the block. */
  readonly place: number
}

export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: Date
  readonly txs: readonly Tx[]
  readonly flushes: readonly Flush[]
  /** How many logs of strangers come before those of its transactions: other ones in each block. */
  readonly firstLog: number
}

/** The chain as it really is; the gateway learns of it only through its scanner. */
export interface Chain {
  /** The best chain, by height. */
  readonly blocks: Block[]
  /** What the node would mine; visible where a mempool is watched. */
  readonly pool: Map<string, Tx>
  /** Every block there ever was, by hash. */
  readonly archive: Map<string, Block>
  /** What the best chain has consumed, and by which transaction. */
  readonly spent: Map<string, string>
  /** The asset whose lying money a flush pays out. */
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
  if (!tip) throw new Error('the chain has no block')
  return tip
}

/** Offers a transaction to the node. @returns false when what it consumes is gone or promised to another one that is not cheaper. */
export function accept(chain: Chain, tx: Tx): boolean {
  const rivals = rivalsOf(chain, tx)
  const isBest = rivals.every(({ price }) => price !== undefined && tx.price !== undefined && price < tx.price)
  const isPossible = isBest && tx.inputs.every((input) => (chain.spent.get(input) ?? tx.id) === tx.id)
  if (isPossible) for (const rival of rivals) chain.pool.delete(rival.id)
  if (isPossible && !isMined(chain, tx)) chain.pool.set(tx.id, tx)
  return isPossible
}

/** What waits and consumes the same. */
export const rivalsOf = (chain: Chain, tx: Tx): Tx[] =>
  [...chain.pool.values()].filter((other) => other.id !== tx.id && other.inputs.some((input) => tx.inputs.includes(input)))

/** True when the best chain holds it. */
const isMined = (chain: Chain, tx: Tx): boolean => tx.inputs.every((input) => chain.spent.get(input) === tx.id)

/** Adds a block with those transactions of the pool that are chosen and possible by then. */
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

/** Gives up the newest blocks; their transactions wait again, in front of the others. */
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

/** What came to an address and no flush has paid out. */
function lyingUnits(blocks: readonly Pick<Block, 'txs' | 'flushes'>[], { address, asset }: { address: string; asset: AssetCode }): bigint {
  const outputs = blocks.flatMap((block) => block.txs.flatMap((tx) => tx.outputs))
  const came = outputs.filter((output) => output.to === address && output.asset === asset)
  const left = blocks.flatMap((block) => block.flushes).filter((flush) => flush.address === address)
  return came.reduce((sum, { units }) => sum + units, 0n) - left.reduce((sum, { units }) => sum + units, 0n)
}
