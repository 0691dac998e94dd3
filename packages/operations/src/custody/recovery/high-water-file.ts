import type { ChainCode } from '@gateway/domain/money/asset'
import { closeSync, fstatSync, fsyncSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { syncFolder } from '../keys/durable-file.ts'

/** One generation of a chain's addresses. */
interface PoolName {
  readonly chain: ChainCode
  readonly generation: number
}

/** The high-water file of a role that moves money, kept outside the database to detect a database restored from a backup. */
export interface HighWaterFile {
  /** The highest noted `spend_attempt.seq`, or decision of Lightning; undefined in a new, lost or damaged file. */
  highestAttempt(): bigint | undefined
  /** The first index of a pool that the file does not know as derived. */
  nextIdx(pool: PoolName): number
  /** True when the seed with this public key was drawn beside this file, so that the file knows every address it has given out. */
  isDrawn(publicKey: string): boolean
  /** Notes an attempt, or a decision; returns when it is on disk. */
  recordAttempt(seq: bigint): void
  /** Notes that people have accepted a database that lacks what came after `seq`; returns when it is on disk. */
  recordAccepted(seq: bigint): void
  /** Notes that a pool's addresses below `nextIdx` may have been given out; returns when it is on disk. */
  recordPool(pool: PoolName, nextIdx: number): void
  /** Notes once that every pool's addresses below `nextIdx` may have been given out, because an earlier file was lost. */
  recordFloor(nextIdx: number): void
  /** Notes that a seed was drawn here, not restored, so that none of its addresses is in use. Write it before the seed. */
  recordDrawn(publicKey: string): void
}

const OWNER_ONLY = 0o600

/**
 * Opens the file; the first note creates it.
 *
 * It is append-only and each line is one write, so that a stale signer sharing the file cannot undo another's notes. A line cut short by a crash
 * ends where the next begins and can only understate.
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
    recordAttempt: (seq) => append(path, `attempt ${seq}`),
    recordAccepted: (seq) => append(path, `accepted ${seq}`),
    recordPool: (pool, nextIdx) => append(path, `pool ${nameOf(pool)} ${nextIdx}`),
    recordFloor: (nextIdx) => {
      if (look().floor === 0) append(path, `floor ${nextIdx}`)
    },
    recordDrawn: (publicKey) => append(path, `drawn ${publicKey}`),
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

/** The effect of each kind of line; unknown lines are ignored. */
const kinds: readonly { readonly form: RegExp; readonly add: (known: Known, parts: readonly string[]) => void }[] = [
  { form: /^attempt (\d{1,19})$/, add: (known, [seq = '0']) => void (known.attempt = highest(known.attempt, BigInt(seq))) },
  { form: /^accepted (\d{1,19})$/, add: (known, [seq = '0']) => void (known.attempt = BigInt(seq)) },
  {
    form: /^pool (\w+\/\d+) (\d{1,10})$/,
    add: ({ pools }, [name = '', idx]) => pools.set(name, Math.max(pools.get(name) ?? 0, Number(idx))),
  },
  { form: /^floor (\d{1,10})$/, add: (known, [idx]) => void (known.floor = Math.max(known.floor, Number(idx))) },
  { form: /^drawn ([\w+/]+=*)$/, add: ({ drawn }, [publicKey = '']) => drawn.add(publicKey) },
]

const highest = (known: bigint | undefined, seq: bigint): bigint => (known !== undefined && known > seq ? known : seq)

/** Parses complete lines; a partial last line is read again once it is complete. */
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
