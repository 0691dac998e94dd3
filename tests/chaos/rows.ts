import type { Story } from '../support/story.ts'
import type { Family } from './family.ts'

/** The tests of one or two rows of the crash matrix, on one chain. */
type Row = (family: Family, open: () => Story) => void

/** Rows by their names; the titles of their tests have the same ones. */
export type Rows = Readonly<Record<string, Row>>

/** Declares the tests of rows on a chain. */
export function declareRows(rows: readonly Row[], ...ground: Parameters<Row>): void {
  for (const row of rows) row(...ground)
}
