import { randomInt } from 'node:crypto'
import { sizes } from './tier.ts'

/** How often a race is run: `RACE_ROUNDS`, or as often as the tier says; `npm run test:race` runs each twenty times. */
export const rounds = Number(process.env['RACE_ROUNDS'] ?? sizes.raceRounds)

/** The seed of a race, which is printed so that the same choices can be made again: `RACE_SEED`, or any. */
export function drawSeed(race: string): number {
  const seed = Number(process.env['RACE_SEED'] ?? randomInt(2 ** 31))
  process.stdout.write(`${race}: ${rounds} rounds from seed ${seed}\n`)
  return seed
}

/** What each round bears of a race's load: all of it where rounds are asked for, as by `npm run test:race`; a share in the suite, which has less time. */
export const perRound = (load: number): number => (process.env['RACE_ROUNDS'] === undefined ? Math.ceil(load / rounds) : load)
