import type { ChainCode } from '@gateway/domain/money/asset'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../keys/durable-file.ts'

/** Addresses of one generation of a chain. */
interface PoolName {
  readonly chain: ChainCode
  readonly generation: number
}

/** What the signer remembers outside the database, so that a database which was put back to an earlier state is found out. */
export interface HighWaterFile {
  /** The highest `spend_attempt.seq` that was ever noted; undefined where nothing was, because the file is new, lost or damaged. */
  highestAttempt(): bigint | undefined
  /** The first index of a pool that was never derived, as far as the file knows. */
  nextIdx(pool: PoolName): number
  /** True when the seed with this public key was drawn beside this file, which so knows everything that it has let out. */
  isDrawn(publicKey: string): boolean
  /** Notes an attempt; on return the disk has it. */
  noteAttempt(seq: bigint): void
  /** Notes that a pool's addresses below `nextIdx` may have been given out; on return the disk has it. */
  notePool(pool: PoolName, nextIdx: number): void
  /** Notes that of every pool the addresses below `nextIdx` may have been given out, because an earlier file is lost; once for all. */
  noteFloor(nextIdx: number): void
  /** Notes that a seed was drawn, and not restored: nobody has seen any of its addresses. To be written before the seed is. */
  noteDrawn(publicKey: string): void
}

const OWNER_ONLY = 0o600

/**
 * Opens the file; it is made with the first note.
 *
 * Lines are only ever added, each by one write: two signers that share the file, one of them asleep for a while, cannot take each other's notes
 * back. A line that a crash has cut short ends where the next one begins, and can only say less than it should have.
 */
export function openHighWaterFile(path: string): HighWaterFile {
  const known = { ...blank(), file: 0 }
  const look = (): typeof known => {
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats?.ino !== known.file || stats.size < known.read) Object.assign(known, { ...blank(), file: stats?.ino ?? 0 })
    if (stats && stats.size > known.read) learn(known, readFrom(path, known.read))
    return known
  }
  return {
    highestAttempt: () => look().attempt,
    nextIdx: (pool) => Math.max(look().pools.get(nameOf(pool)) ?? 0, known.floor),
    isDrawn: (publicKey) => look().drawn.has(publicKey),
    noteAttempt: (seq) => append(path, `attempt ${seq}`),
    notePool: (pool, nextIdx) => append(path, `pool ${nameOf(pool)} ${nextIdx}`),
    noteFloor: (nextIdx) => {
      if (look().floor === 0) append(path, `floor ${nextIdx}`)
    },
    noteDrawn: (publicKey) => append(path, `drawn ${publicKey}`),
  }
}

const nameOf = ({ chain, generation }: PoolName): string => `${chain}/${generation}`

interface Known {
  attempt: bigint | undefined
  floor: number
  readonly pools: Map<string, number>
  readonly drawn: Set<string>
  read: number
}

const blank = (): Known => ({ attempt: undefined, floor: 0, pools: new Map(), drawn: new Set(), read: 0 })

/** What each kind of line adds to what is known; any other line says nothing. */
const kinds: readonly { readonly form: RegExp; readonly add: (known: Known, parts: readonly string[]) => void }[] = [
  { form: /^attempt (\d{1,19})$/, add: (known, [seq = '0']) => void (known.attempt = highest(known.attempt, BigInt(seq))) },
  {
    form: /^pool (\w+\/\d+) (\d{1,10})$/,
    add: ({ pools }, [name = '', idx]) => pools.set(name, Math.max(pools.get(name) ?? 0, Number(idx))),
  },
  { form: /^floor (\d{1,10})$/, add: (known, [idx]) => void (known.floor = Math.max(known.floor, Number(idx))) },
  { form: /^drawn ([\w+/]+=*)$/, add: ({ drawn }, [publicKey = '']) => drawn.add(publicKey) },
]

const highest = (known: bigint | undefined, seq: bigint): bigint => (known !== undefined && known > seq ? known : seq)

/** Takes in whole lines; what follows the last line end is looked at again when it has one. */
function learn(known: Known, text: string): void {
  const end = text.lastIndexOf('\n') + 1
  for (const line of text.slice(0, end).split('\n')) {
    for (const { form, add } of kinds) {
      const [, ...parts] = form.exec(line) ?? []
      if (parts.length > 0) add(known, parts)
    }
  }
  known.read += Buffer.byteLength(text.slice(0, end))
}

function readFrom(path: string, start: number): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(fstatSync(file).size - start)
    return bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, start))
  } finally {
    closeSync(file)
  }
}

function append(path: string, line: string): void {
  const isNew = statSync(path, { throwIfNoEntry: false }) === undefined
  const file = openSync(path, 'a', OWNER_ONLY)
  try {
    writeSync(file, `\n${line}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  if (isNew) syncFolder(dirname(path))
}
