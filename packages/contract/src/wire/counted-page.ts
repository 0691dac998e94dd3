import { z } from 'zod'
import { NextCursor } from './cursor.ts'

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
