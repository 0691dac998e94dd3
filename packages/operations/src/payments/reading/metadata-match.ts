import { type MetadataFilter, orderNames } from '@gateway/contract/wire/metadata/metadata-filter'
import type { MetadataMatch } from '@gateway/db/kernel/metadata-matches'

/** What a list asks of metadata; undefined when it asks nothing. */
export function metadataMatchOf({
  metadata,
  orderId,
}: {
  metadata?: MetadataFilter | undefined
  orderId?: string | undefined
}): MetadataMatch | undefined {
  return metadata === undefined && orderId === undefined ? undefined : { members: metadata ?? {}, order: orderId, orderNames }
}
