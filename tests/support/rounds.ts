import { randomInt } from 'node:crypto'
import { sizes } from './tier.ts'

/** Rounds of a race: `RACE_ROUNDS`, or the size of the tier; `npm run test:race` runs twenty. */
export const rounds = Number(process.env['RACE_ROUNDS'] ?? sizes.raceRounds)

/** The seed of a race, printed so that its choices can be repeated: `RACE_SEED`, or a random one. */
export function drawSeed(race: string): number {
  const seed = Number(process.env['RACE_SEED'] ?? randomInt(2 ** 31))
  process.stdout.write(`${race}: ${rounds} rounds from seed ${seed}\n`)
  return seed
}

/** The load of each round: all of it when rounds are set, as by `npm run test:race`; a share in the suite. */
export const perRound = (load: number): number => (process.env['RACE_ROUNDS'] === undefined ? Math.ceil(load / rounds) : load)
