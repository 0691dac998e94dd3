import { type Chain, type Block, tipOf, type Tx } from './chain.ts'
import { recordBlock } from './record-block.ts'
import { recordMempool } from './record-mempool.ts'
import { rollBack } from './roll-back.ts'
import { cursorOf, type Rows } from './rows.ts'

/** Data that a scanner has read and not yet recorded. */
type Read =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'other-chain' }
  | { readonly kind: 'mempool'; readonly head: string; readonly since: Date; readonly txs: readonly Tx[] }
  | { readonly kind: 'mempool-of-this-head'; readonly since: Date; readonly txs: readonly Tx[] }
  | { readonly kind: 'caught-up'; readonly since: Date }

/** A process that reads the chain; its memory is lost when it crashes. */
export interface Scanner {
  lease: number
  read: Read | undefined
}

/** The chain and the gateway's rows about it. */
export interface Watched {
  readonly chain: Chain
  readonly rows: Rows
}

/** Takes the lease, which fences every other scanner. */
export function takeLease(rows: Rows, scanner: Scanner): void {
  rows.lease += 1
  scanner.lease = rows.lease
  scanner.read = undefined
}

/** One step: a call to the node, or one transaction that records its answer. Anything may happen between two steps. */
export function scanStep({ chain, rows }: Watched, scanner: Scanner, now: Date): void {
  const { read } = scanner
  if (!read) scanner.read = ask(chain, rows, now)
  else if (read.kind === 'mempool') scanner.read = read.head === tipOf(chain).hash ? { ...read, kind: 'mempool-of-this-head' } : undefined
  // Fenced: its read data is lost, and it can record nothing until it takes the lease again.
  else if (scanner.lease !== rows.lease) scanner.read = undefined
  else scanner.read = write(rows, read, now)
}

function ask(chain: Chain, rows: Rows, now: Date): Read | undefined {
  const [head, cursor] = [tipOf(chain), cursorOf(rows)]
  if (cursor.hash === head.hash)
    return rows.rules.watchesMempool
      ? { kind: 'mempool', head: head.hash, since: now, txs: [...chain.pool.values()] }
      : { kind: 'caught-up', since: head.at }
  const block = nextBatch(chain, cursor)
  if (block) return { kind: 'block', block }
  return rows.ring[head.height]?.hash === head.hash ? undefined : { kind: 'other-chain' }
}

/** The chain has a block at every height up to its tip. */
const nextBatch = ({ blocks }: Chain, cursor: { height: number }): Block | undefined => blocks[cursor.height + 1]

/** @returns the data still to record. */
function write(rows: Rows, read: Exclude<Read, { kind: 'mempool' }>, now: Date): Read | undefined {
  if (read.kind === 'block') {
    if (!recordBlock(rows, read.block, now)) rollBack(rows, now)
  } else if (read.kind === 'other-chain') rollBack(rows, now)
  else if (read.kind === 'caught-up') rows.knownUntil = read.since
  else {
    recordMempool(rows, { txs: read.txs, at: read.since }, now)
    return { kind: 'caught-up', since: read.since }
  }
  return undefined
}
