import { setTimeout as pause } from 'node:timers/promises'

/** A pace: so many works a minute, for so many seconds. */
export interface Pace {
  readonly perMinute: number
  readonly seconds: number
}

/** The works of a while. */
export interface Paced {
  readonly perMinute: number
  /** Milliseconds of each, from the moment at which it was due. */
  readonly latencies: readonly number[]
}

/** Begins works at a steady pace, whether or not those before have ended. @throws {Error} when one fails. */
export async function atPace({ perMinute, seconds }: Pace, work: (turn: number) => Promise<unknown>): Promise<Paced> {
  const startedAt = performance.now()
  const gapMs = 60_000 / perMinute
  const latencies = await Promise.all(
    Array.from({ length: Math.ceil((perMinute * seconds) / 60) }, async (_, turn) => {
      const dueAt = startedAt + turn * gapMs
      await pause(Math.max(0, dueAt - performance.now()))
      await work(turn)
      return performance.now() - dueAt
    }),
  )
  const tookMs = Math.max(gapMs * latencies.length, performance.now() - startedAt)
  return { perMinute: (latencies.length * 60_000) / tookMs, latencies }
}
