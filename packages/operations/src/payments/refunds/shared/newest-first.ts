/** What a list shows: a moment, and an id that decides between two of one moment. */
interface Listed {
  readonly id: string
  readonly createdAt: Date
}

/** The refunds of an object, which come from two tables, in the order of every list. */
export const newestFirst = <Row extends Listed>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
