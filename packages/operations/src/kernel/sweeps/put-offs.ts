import { BEGINNING } from '@gateway/db/kernel/page'
import type { Orm } from '@gateway/db/orm'
import type { SweepName } from './sweep-names.ts'

/** An item that is not tried yet: how often it has failed in a row, and when it is tried again, in milliseconds since 1970. */
interface PutOff {
  readonly failures: number
  readonly tryAt: number
}

/** Where a sweep of one process stands. */
export interface SweepState {
  /** Key of the last row it has read; the first page begins behind `BEGINNING`. */
  after: string
  readonly putOffs: Map<string, PutOff>
}

const SECOND_MS = 1_000
/** Seconds until an item is tried again after its first, second, … failure in a row; the last one repeats. As bounded as other waits while it may pass. */
const WAITS_S = [2, 4, 8, 16, 30, 30, 60, 120, 300, 900] as const
/** Until an item is tried again that nobody has answered about: however long that lasts, it is no failure of the item. */
const AWAY_S = 2
/** An item that is due and does not appear again within this time needs nothing any more. */
const FORGOTTEN_AFTER_MS = 5 * 60 * SECOND_MS

const states = new WeakMap<Orm, Map<SweepName, SweepState>>()

/** The state of a sweep over one connection to the database, which a process has for each of its roles. It is lost with the process: all items are then due. */
export function stateOf(orm: Orm, name: SweepName): SweepState {
  const ofOrm = states.get(orm) ?? new Map<SweepName, SweepState>()
  states.set(orm, ofOrm)
  const state = ofOrm.get(name) ?? { after: BEGINNING, putOffs: new Map<string, PutOff>() }
  ofOrm.set(name, state)
  return state
}

/** Notes a failure of an item, which is tried again later and later. @returns how many there were in a row. */
export function putOff({ putOffs }: SweepState, key: string, now: Date): number {
  const failures = (putOffs.get(key)?.failures ?? 0) + 1
  const waitS = WAITS_S[Math.min(failures, WAITS_S.length) - 1] ?? 0
  putOffs.set(key, { failures, tryAt: now.getTime() + waitS * SECOND_MS })
  return failures
}

/** Notes that an item has to wait for an answer, which is no failure of it. */
export function putOffBriefly({ putOffs }: SweepState, key: string, now: Date): void {
  putOffs.set(key, { failures: putOffs.get(key)?.failures ?? 0, tryAt: now.getTime() + AWAY_S * SECOND_MS })
}

/** Keys of the items that are not tried yet. Those that were due long ago are forgotten: other processes or the end of their object have settled them. */
export function keysPutOff({ putOffs }: SweepState, now: Date): string[] {
  for (const [key, { tryAt }] of putOffs) if (tryAt + FORGOTTEN_AFTER_MS < now.getTime()) putOffs.delete(key)
  return [...putOffs].filter(([, { tryAt }]) => tryAt > now.getTime()).map(([key]) => key)
}

/** How many items each sweep has put off because they failed. */
export const countPutOffs = (orm: Orm): [SweepName, number][] =>
  [...(states.get(orm) ?? [])].map(([name, { putOffs }]) => [name, [...putOffs.values()].filter(({ failures }) => failures > 0).length])
