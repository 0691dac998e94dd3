import type { EntityMetadata, MetadataStorage } from '@mikro-orm/core'
import type { Em } from '../../orm.ts'

const known = new WeakMap<MetadataStorage, ReadonlyMap<string, EntityMetadata>>()

/** Every entity by the name of its table. */
export function entitiesByTable(em: Em): ReadonlyMap<string, EntityMetadata> {
  const metadata = em.getMetadata()
  const entities = known.get(metadata) ?? new Map([...metadata.getAll().values()].map((meta) => [meta.tableName, meta]))
  known.set(metadata, entities)
  return entities
}
