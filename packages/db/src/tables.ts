import type { MetadataStorage } from '@mikro-orm/core'
import type { Kysely } from 'kysely'
import { EntityPlugin } from './kernel/rows/entity-plugin.ts'
import type { Em } from './orm.ts'
import type { RowsOfRooms } from './rooms.ts'

/** Every table with its columns, as the entities declare them. */
export interface Tables extends RowsOfRooms {}

const plugins = new WeakMap<MetadataStorage, EntityPlugin>()

/**
 * Typed queries in the caller's transaction, in the entities' own names and types (bigint units, Date moments).
 *
 * All rooms query this way: it costs a fraction of the unit of work on hot paths, and one idiom reads better than two.
 */
export function tables(em: Em): Kysely<Tables> {
  const metadata = em.getMetadata()
  const plugin = plugins.get(metadata) ?? new EntityPlugin(em)
  plugins.set(metadata, plugin)
  return em.getKysely<Tables>().withPlugin(plugin)
}
