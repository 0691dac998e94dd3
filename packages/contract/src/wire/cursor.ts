import { z } from 'zod'
import { isUuid } from '@gateway/domain/kernel/id'
import { scalar } from './scalar.ts'

/** Where a page continues: the `next_cursor` of the page before. */
export const Cursor = scalar<string, string>(
  (raw) => (typeof raw === 'string' && isUuid(raw) ? { value: raw } : { problem: 'must be the next_cursor of a page' }),
  { description: 'The page continues behind this place.', example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11', type: 'string' },
)

/** Where the next page continues, in an answer. */
export const NextCursor = z.string().nullable().meta({
  description: 'Send this as `cursor` for the next page; it is null on the last one.',
  example: null,
})

/** The closing members of a list of the portal; `total` counts up to a ceiling. */
export const counted = {
  next_cursor: NextCursor,
  total: z.int().meta({ description: 'This many match, at most 1000.', example: 12 }),
  total_is_capped: z.boolean().meta({ description: 'True when more than `total` match.', example: false }),
} as const

/** A page of a list before it is presented. */
export interface CountedPage<Row> {
  readonly rows: readonly Row[]
  readonly nextCursor: string | null
  readonly total: number
  readonly isCapped: boolean
}

/** The closing members of a page. */
export const presentCount = ({ nextCursor, total, isCapped }: CountedPage<unknown>) => ({
  next_cursor: nextCursor,
  total,
  total_is_capped: isCapped,
})
