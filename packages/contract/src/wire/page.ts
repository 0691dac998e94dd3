import { z } from 'zod'
import { readInteger, scalar } from './scalar.ts'

const MAX_ROWS = 100
const DEEPEST_OFFSET = 10_000

/** The page size of a list. */
export const limit = (byDefault: number) =>
  scalar<number | string, number>((raw) => readInteger(raw, { least: 1, most: MAX_ROWS }), {
    description: `A page has at most this many rows, 1 to ${MAX_ROWS}.`,
    example: byDefault,
    type: 'integer',
    minimum: 1,
    maximum: MAX_ROWS,
    default: byDefault,
  }).prefault(byDefault)

/** The number of rows to skip. */
export const Offset = scalar<number | string, number>((raw) => readInteger(raw, { least: 0, most: DEEPEST_OFFSET }), {
  description: `This many rows are skipped, 0 to ${DEEPEST_OFFSET}.`,
  example: 0,
  type: 'integer',
  minimum: 0,
  maximum: DEEPEST_OFFSET,
  default: 0,
}).prefault(0)

/** The closing members of every list. */
export const PageView = {
  total: z.int().meta({ description: 'This many rows match, on all pages.', example: 1 }),
  limit: z.int().meta({ description: 'The page has at most this many rows.', example: 50 }),
  offset: z.int().meta({ description: 'This many rows were skipped.', example: 0 }),
}
