import type { Listener } from '@gateway/db/kernel/listen'
import { BEGINNING } from '@gateway/db/kernel/page'
import { messageOf } from '@gateway/domain/kernel/error'
import { pinEscrows } from '@gateway/operations/custody/pins/pin-escrows'
import { MAX_TERMS_PER_RUN, type Pinned, pinTerms } from '@gateway/operations/custody/pins/pin-terms'
import type { PinContext } from '@gateway/operations/custody/pins/pin-context'
import { pinRefunds } from '@gateway/operations/custody/pins/pin-refunds'
import { MAX_WALLETS_PER_RUN, pinWallets } from '@gateway/operations/custody/pins/pin-wallets'
import { setTimeout as pause } from 'node:timers/promises'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000
/** Payout terms that arrive within it are pinned together: a batch costs nearly the same for one as for fifty. */
const GATHER_MS = 20
/** Overlap of a search with the one before: longer than a creation takes. */
const OVERLAP_MS = 2_000
/** Occasional larger overlap: clocks of other processes may be off, and their transactions may have waited. */
const INTERVAL_MS = 60_000
const FAR_EVERY_MS = 15_000
const MAX_AGE_MS = 60 * 60 * 1_000
const WALK_EVERY_MS = 60 * 60 * 1_000

/** The source of notifications about new payout terms. */
type PinNews = Pick<Listener, 'next' | 'on'>

/**
 * Pins everything created within the last hour without a signer, before the first signature: otherwise waiting payouts would be held for
 * another half minute. The hourly walk finds older ones.
 */
export async function pinMissed(ctx: PinContext): Promise<void> {
  await attempt(ctx, () => pinSince(ctx, before(ctx.clock.now(), MAX_AGE_MS), new Set()))
}

/**
 * Pins new payout terms and wallets as they arrive, and walks through all of them at the start and every hour: that pins everything missed
 * because of clocks or a dead process.
 */
export function runPinningLoop(ctx: PinContext, news: PinNews): RunningRole {
  const stopping = new AbortController()
  const waiting = new Set<string>()
  const walking = recurring(WALK_EVERY_MS, (signal) => walk(ctx, waiting, signal))
  return {
    run: async () => void (await Promise.all([pinNew(ctx, { news, waiting }, stopping.signal), walking.run()])),
    stop: () => {
      stopping.abort()
      walking.stop()
    },
  }
}

/** What a loop hears, and the escrows whose terms wait for an answer of their chain. */
interface PinWork {
  readonly news: PinNews
  readonly waiting: Set<string>
}

async function pinNew(ctx: PinContext, { news, waiting }: PinWork, signal: AbortSignal): Promise<void> {
  const takeNamed = hearNames(news)
  let [looked, done, far] = [new Date(0), ctx.clock.now(), new Date(0)]
  while (!signal.aborted) {
    const rest = LOOK_EVERY_MS - (ctx.clock.now().getTime() - looked.getTime())
    const heard = hear(news, Math.min(Math.max(rest, 0), LOOK_EVERY_MS))
    const { ids, isUnnamed } = takeNamed()
    if (ids.length > 0) await attempt(ctx, async () => void (await pinTerms(ctx, { ids })))
    const escrows = [...new Set([...ids, ...waiting])].slice(0, MAX_TERMS_PER_RUN)
    if (escrows.length > 0) await attempt(ctx, () => pinNamed(ctx, waiting, escrows))
    const now = ctx.clock.now()
    if (isUnnamed || now.getTime() - looked.getTime() >= LOOK_EVERY_MS) {
      looked = now
      const isFar = now.getTime() - far.getTime() >= FAR_EVERY_MS
      const isDone = await attempt(ctx, () => look(ctx, isFar ? before(now, INTERVAL_MS) : before(done, OVERLAP_MS), waiting))
      if (isDone) done = now
      if (isDone && isFar) far = now
    }
    await pause(GATHER_MS)
    await heard
  }
}

/** Pins everything possibly unpinned, with or without a notification. */
async function look(ctx: PinContext, since: Date, waiting: Set<string>): Promise<void> {
  await pinSince(ctx, since, waiting)
  await pinWallets(ctx, before(ctx.clock.now(), INTERVAL_MS))
  await pinRefunds(ctx)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Collects notified names until they are taken; `isUnnamed` when some notification named nothing. Any database user can notify anything, so
 * names only say where to look first, and at most one batch of them is kept: the search finds the others.
 */
function hearNames(news: PinNews): () => { ids: string[]; isUnnamed: boolean } {
  let [ids, isUnnamed] = [new Set<string>(), false]
  news.on('committed', (payload) => {
    const named = payload.split(',').filter((id) => UUID.test(id))
    if (named.length === 0) isUnnamed = true
    for (const id of named) if (ids.size < MAX_TERMS_PER_RUN) ids.add(id)
  })
  return () => {
    const taken = { ids: [...ids], isUnnamed }
    ;[ids, isUnnamed] = [new Set(), false]
    return taken
  }
}

const before = (at: Date, ms: number): Date => new Date(at.getTime() - ms)

async function pinSince(ctx: PinContext, since: Date, waiting: Set<string>): Promise<void> {
  for (const pin of [pinTerms, pinEscrows]) while ((await remember(waiting, pin(ctx, { since }))).isFull);
}

/** Pins terms of escrows by their ids; those that wait on are looked at again after the others. */
async function pinNamed(ctx: PinContext, waiting: Set<string>, ids: readonly string[]): Promise<void> {
  const pinned = await pinEscrows(ctx, { ids })
  for (const id of ids) waiting.delete(id)
  await remember(waiting, Promise.resolve(pinned))
}

async function remember(waiting: Set<string>, pinning: Promise<Pinned>): Promise<Pinned> {
  const pinned = await pinning
  for (const id of pinned.waiting ?? []) waiting.add(id)
  return pinned
}

/** Waits for new terms, or for what a chain says of their payees. */
const hear = (news: PinNews, ms: number): Promise<void> =>
  Promise.race(['committed', 'address_answered'].map((channel) => news.next({ channel, ms })))

async function walk(ctx: PinContext, waiting: Set<string>, signal: AbortSignal): Promise<void> {
  await attempt(ctx, async () => {
    while ((await pinWallets(ctx, new Date(0))) === MAX_WALLETS_PER_RUN);
    for (const pin of [pinTerms, pinEscrows])
      for (let after: string | undefined = BEGINNING; after !== undefined && !signal.aborted;)
        after = (await remember(waiting, pin(ctx, { after }))).last
  })
}

/** Waits for an unavailable database; nothing is pinned twice. */
async function attempt(ctx: PinContext, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    ctx.log.warn({ role: 'signer', problem: messageOf(error) }, 'pinning iteration failed, continuing')
    return false
  }
}
