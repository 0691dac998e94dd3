/** A seeded stream of choices. */
export interface Random {
  /** A whole number from 0 to just below `limit`. */
  below(limit: number): number
  /** True with a probability in percent. */
  happens(percent: number): boolean
  /** One of them; undefined when there is none. */
  pick<T>(from: readonly T[]): T | undefined
}

/** The stream of a seed: Mulberry32, whose 32 bits of state are enough for a schedule. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit)
  return { below, happens: (percent) => below(100) < percent, pick: (from) => from[below(from.length)] }
}
