import type { Kysely } from 'kysely'
import type { Em } from './orm.ts'
import type { RowsOfRooms } from './rooms.ts'

/** Every table with its columns, as the entities declare them. */
export interface Tables extends RowsOfRooms {}

const naming = { tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true } as const

/**
 * Typed queries in the caller's transaction, in the entities' own names and types (bigint units, Date moments).
 *
 * All rooms query this way: it costs a fraction of the unit of work on hot paths, and one idiom reads better than two.
 */
export const tables = (em: Em): Kysely<Tables> => em.getKysely<Tables, typeof naming>(naming)
