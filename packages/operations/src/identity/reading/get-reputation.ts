import type { SeenReputation } from '@gateway/contract/identity'
import { findReceiptVersions, listCountedReceipts } from '@gateway/db/identity/reputation-queries'
import type { Orm } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import { reputationOf } from '@gateway/domain/identity/formula'
import { batched } from '../../kernel/batch-calls.ts'
import type { Context } from '../../kernel/context.ts'
import { countedReceiptOf } from './receipt-of.ts'

type ReadContext = Pick<Context, 'orm' | 'clock'>

/** Receipts count less every second; so long a score may be older than its reader. */
const MAX_AGE_MS = 60_000
const MAX_REMEMBERED = 1_000

/** What was computed of one version of the receipts of a DID; a promise, so that readers at once compute it once. */
interface Remembered {
  readonly version: bigint
  readonly computedAt: Date
  readonly seen: Promise<SeenReputation>
}

/** The version of the receipts of a DID; readers at once ask for theirs together. */
const versionOf = batched<Did, bigint>({ work: (orm, dids) => findReceiptVersions(orm.em.fork(), { dids }), most: 100 })

const memories = new WeakMap<Orm, Map<Did, Remembered>>()

/**
 * The reputation of a DID, from its receipts: zeros where it has none, also for a DID that nobody has heard of.
 *
 * It is kept in the process until a receipt changes, and for a minute at most.
 */
export async function getReputation(ctx: ReadContext, { did }: { readonly did: Did }): Promise<SeenReputation> {
  const version = await versionOf(ctx.orm, did)
  const now = ctx.clock.now()
  if (version === 0n) return { did, reputation: reputationOf([], now), computedAt: now, version }
  const memory = memoryOf(ctx.orm)
  const known = memory.get(did)
  if (known && known.version === version && Math.abs(now.getTime() - known.computedAt.getTime()) < MAX_AGE_MS) return known.seen
  return remember(memory, did, { version, computedAt: now, seen: compute(ctx, { did, version, now }) })
}

async function compute({ orm }: ReadContext, { did, version, now }: { did: Did; version: bigint; now: Date }): Promise<SeenReputation> {
  const rows = await listCountedReceipts(orm.em.fork(), { did })
  return { did, reputation: reputationOf(rows.map(countedReceiptOf), now), computedAt: now, version }
}

function memoryOf(orm: Orm): Map<Did, Remembered> {
  const memory = memories.get(orm) ?? new Map<Did, Remembered>()
  memories.set(orm, memory)
  return memory
}

/** The DID that was computed longest ago is forgotten first. A failed read is not kept. */
async function remember(memory: Map<Did, Remembered>, did: Did, remembered: Remembered): Promise<SeenReputation> {
  memory.delete(did)
  memory.set(did, remembered)
  const [oldest] = memory.keys()
  if (memory.size > MAX_REMEMBERED && oldest !== undefined) memory.delete(oldest)
  try {
    return await remembered.seen
  } catch (error) {
    if (memory.get(did) === remembered) memory.delete(did)
    throw error
  }
}
