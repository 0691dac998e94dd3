import { ChainUnavailable } from '../../errors.ts'
import type { BatchSource, Block, Head, HeightRange, Position } from '../../rail/block.ts'
import { type BlockReader, listSlots, readSlot, type SlotBlock } from './read-block.ts'

// Slots listed at once: about a minute of the chain.
const WINDOW_SLOTS = 256
// Blocks read at once: a node that answers in 300 ms gives 26 a second, the chain makes five. Each has megabytes.
const MAX_AHEAD = 8

/** The blocks of a chain that skips slots, each with a proof that none is missing: it names the slot of the block before it. */
export const openSolanaBatches = (reader: BlockReader): BatchSource => ({
  nextBatch: readAhead(reader),
  readRange: (range) => readRange(reader, range),
  readUpTo: (height) => readUpTo(reader, height),
})

function readAhead(reader: BlockReader): BatchSource['nextBatch'] {
  let ahead = emptyQueue()
  let reached = 0
  const take = async (cursor: Position, head: Head): Promise<SlotBlock | undefined> => {
    ahead.drop(cursor.height)
    await ahead.fill(reader, cursor, head)
    return ahead.first(reader)
  }
  return async (cursor, head) => {
    // The scanner went back: slots between may have other blocks now.
    if (cursor.height < reached) ahead = emptyQueue()
    reached = cursor.height
    const block = await take(cursor, head)
    if (!block || block.parentHash === cursor.hash) return block
    // An earlier listing or block may be of a chain that the node has left: only one that is read now proves that it has another.
    ahead = emptyQueue()
    const again = await take(cursor, head)
    if (again && !isNext(again, cursor)) throw new ChainUnavailable(reader.rail.chain, `it omitted block ${again.parentSlot}`)
    return again
  }
}

/** True unless the block follows one above the cursor, which the node did not list. */
const isNext = ({ parentSlot }: SlotBlock, { height }: Position): boolean => parentSlot <= height

/** Slots that were listed, and blocks that were asked for. */
interface Queue {
  drop(height: number): void
  /** Lists slots up to the head until there is one. */
  fill(reader: BlockReader, cursor: Position, head: Head): Promise<void>
  /** The block of the first slot; undefined without one. */
  first(reader: BlockReader): Promise<SlotBlock | undefined>
}

function emptyQueue(): Queue {
  let slots: number[] = []
  let listedTo = -1
  const asked = new Map<number, Promise<SlotBlock | undefined>>()
  return {
    drop(height) {
      slots = slots.filter((slot) => slot > height)
      for (const slot of asked.keys()) if (slot <= height) asked.delete(slot)
    },
    async fill(reader, cursor, head) {
      for (let from = Math.max(cursor.height, listedTo) + 1; slots.length === 0 && from <= head.height; from = listedTo + 1) {
        const to = Math.min(from + WINDOW_SLOTS - 1, head.height)
        slots = await listSlots(reader, { from, to })
        listedTo = to
      }
    },
    async first(reader) {
      for (const slot of slots.slice(0, MAX_AHEAD)) if (!asked.has(slot)) asked.set(slot, quietly(readSlot(reader, slot)))
      const [slot] = slots
      return slot === undefined ? undefined : asked.get(slot)
    },
  }
}

/** Only the reader of this block sees its failure; an unread block must not raise an unhandled rejection. */
function quietly<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {})
  return promise
}

async function* readRange(reader: BlockReader, { from, to }: HeightRange): AsyncGenerator<Block> {
  let last: number | undefined
  for (let start = from; start <= to; start += WINDOW_SLOTS) {
    for (const slot of await listSlots(reader, { from: start, to: Math.min(start + WINDOW_SLOTS - 1, to) })) {
      const block = await readSlot(reader, slot)
      if (!block) throw new ChainUnavailable(reader.rail.chain, `it has no block ${slot}`)
      if (last === undefined ? block.parentSlot >= from : block.parentSlot !== last)
        throw new ChainUnavailable(reader.rail.chain, `it omitted block ${block.parentSlot}`)
      last = slot
      yield block
    }
  }
}

// No network ever skipped so many slots in a row.
const LONGEST_SKIP = 16 * WINDOW_SLOTS

async function readUpTo(reader: BlockReader, height: number): Promise<Block | undefined> {
  for (let to = height; to >= 0 && to > height - LONGEST_SKIP; to -= WINDOW_SLOTS) {
    const slots = await listSlots(reader, { from: Math.max(0, to - WINDOW_SLOTS + 1), to })
    const newest = slots.at(-1)
    if (newest !== undefined) return readSlot(reader, newest)
  }
  return undefined
}
