import { createHash } from 'node:crypto'

/** Choices that are the same for the same seed on every machine. */
export interface Seeded {
  /** An integer from `lowest` to `highest`, both included. */
  between(lowest: number, highest: number): number
  pick<T>(from: readonly T[]): T
  /** A shuffled copy. */
  shuffle<T>(things: readonly T[]): T[]
}

/** Starts a seeded sequence of choices. */
export function seeded(seed: string): Seeded {
  let count = 0
  const draw = (): number => {
    count += 1
    return createHash('sha256').update(`${seed}:${count}`).digest().readUIntBE(0, 6) / 2 ** 48
  }
  const between = (lowest: number, highest: number): number => lowest + Math.floor(draw() * (highest - lowest + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[between(0, from.length - 1)]
    if (picked === undefined) throw new RangeError('cannot pick from an empty list')
    return picked
  }
  const shuffle = <T>(things: readonly T[]): T[] =>
    things
      .map((thing) => ({ thing, place: draw() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ thing }) => thing)
  return { between, pick, shuffle }
}
