import type { PostingKey } from '@gateway/domain/ledger/entry'
import { type RawBuilder, sql } from 'kysely'

/** True for the transfers posted for one of these keys; the table is named `transfer`. */
export function isPosting(keys: readonly PostingKey[]): RawBuilder<boolean> {
  const refs = keys.map(({ ref }) => ref)
  const revisions = keys.map(({ revision }) => revision)
  return sql<boolean>`(transfer.ref, transfer.revision) IN (SELECT * FROM unnest(${refs}::text[], ${revisions}::integer[]))`
}
