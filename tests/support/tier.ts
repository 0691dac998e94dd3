/** How much is drawn, repeated or asked at random. */
interface Sizes {
  /** Payments and kills of the chaos run. */
  readonly chaosPayments: number
  readonly chaosKills: number
  /** Requests that are made up for each operation and phase. */
  readonly fuzzExamples: number
  readonly raceRounds: number
  readonly modelSchedules: number
}

const change: Sizes = { chaosPayments: 10, chaosKills: 3, fuzzExamples: 8, raceRounds: 3, modelSchedules: 1_000 }
const deep: Sizes = { chaosPayments: 60, chaosKills: 12, fuzzExamples: 50, raceRounds: 20, modelSchedules: 10_000 }

/** Sizes for each change, or with `TEST_TIER=deep`, as `npm run test:deep` sets it, for what is shown before an issue is done. */
export const sizes: Sizes = process.env['TEST_TIER'] === 'deep' ? deep : change
