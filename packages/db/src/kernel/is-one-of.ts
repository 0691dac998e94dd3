import { type RawBuilder, sql } from 'kysely'

/**
 * True of a column that holds one of some values, however many: they travel as one parameter, because the protocol counts a statement's parameters in 16
 * bits (65 535) and a payer may send more deposits than that.
 */
export const isOneOf = (column: string, values: readonly string[], type: 'text' | 'uuid' | 'bigint'): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} = ANY (${[...values]}::${sql.raw(type)}[])`
