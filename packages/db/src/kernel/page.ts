/** Rows in the order of an id, behind that of the last row of the page before. */
export interface Page {
  readonly after: string
  readonly limit: number
}

/** Behind which the first page begins; below every id. */
export const BEGINNING = '00000000-0000-0000-0000-000000000000'
