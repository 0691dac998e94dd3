import type { AssetCode } from '@gateway/domain/money/asset'

/** Sizes of randomised and repeated tests. */
interface Sizes {
  /** Payments and kills of the chaos run. */
  readonly chaosPayments: number
  readonly chaosKills: number
  /** Escrows, series, card payments, invoices and Lightning payments beside them. */
  readonly chaosEscrows: number
  readonly chaosSeries: number
  readonly chaosCards: number
  readonly chaosInvoices: number
  readonly chaosSends: number
  /** Generated requests for each operation and phase. */
  readonly fuzzExamples: number
  readonly raceRounds: number
  readonly modelSchedules: number
  /** Whether the client meets the refusals of a shape on every operation of that shape. */
  readonly everyRefusal: boolean
}

const change: Sizes = {
  chaosPayments: 10,
  chaosKills: 3,
  chaosEscrows: 6,
  chaosSeries: 1,
  chaosCards: 8,
  chaosInvoices: 9,
  chaosSends: 20,
  fuzzExamples: 8,
  raceRounds: 3,
  modelSchedules: 1_000,
  everyRefusal: false,
}
const deep: Sizes = {
  chaosPayments: 60,
  chaosKills: 15,
  chaosEscrows: 12,
  chaosSeries: 4,
  chaosCards: 60,
  chaosInvoices: 40,
  chaosSends: 200,
  fuzzExamples: 50,
  raceRounds: 20,
  modelSchedules: 10_000,
  everyRefusal: true,
}

const isDeep = process.env['TEST_TIER'] === 'deep'

/** Sizes for each change, or full sizes with `TEST_TIER=deep`, as `npm run test:deep` sets it. */
export const sizes: Sizes = isDeep ? deep : change

/** Of the chains of a family one, with its coin and a token; of the others what differs has tests of its own. */
const representatives: readonly string[] = ['BTC', 'ETH', 'USDC_ETH', 'SOL'] satisfies readonly AssetCode[]

/** The rows of a table of chains or assets that are run: all at full size, one of each family for each change. */
export function covered<Row>(rows: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  return isDeep ? rows : rows.filter((row) => representatives.includes(nameOf(row)))
}
