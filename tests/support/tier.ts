/** Sizes of randomised and repeated tests. */
interface Sizes {
  /** Payments and kills of the chaos run. */
  readonly chaosPayments: number
  readonly chaosKills: number
  /** Escrows and series beside them. */
  readonly chaosEscrows: number
  readonly chaosSeries: number
  /** Generated requests for each operation and phase. */
  readonly fuzzExamples: number
  readonly raceRounds: number
  readonly modelSchedules: number
}

const change: Sizes = {
  chaosPayments: 10,
  chaosKills: 3,
  chaosEscrows: 6,
  chaosSeries: 1,
  fuzzExamples: 8,
  raceRounds: 3,
  modelSchedules: 1_000,
}
const deep: Sizes = {
  chaosPayments: 60,
  chaosKills: 12,
  chaosEscrows: 12,
  chaosSeries: 4,
  fuzzExamples: 50,
  raceRounds: 20,
  modelSchedules: 10_000,
}

/** Sizes for each change, or full sizes with `TEST_TIER=deep`, as `npm run test:deep` sets it. */
export const sizes: Sizes = process.env['TEST_TIER'] === 'deep' ? deep : change
