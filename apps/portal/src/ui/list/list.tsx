import type { ReactNode } from 'react'
import { LoadFailed } from '../empty.tsx'
import { Pager } from '../pager.tsx'
import { type Column, Table } from '../table.tsx'

/** What a list shows, and what stands in its place. */
export interface ListProps<Row> {
  /** The page at hand, as it is asked for. */
  readonly found: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
  /** Its rows; undefined until they are there. */
  readonly rows: readonly (Row & { readonly id: string })[] | undefined
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** In place of the rows when there are none. */
  readonly none: ReactNode
  /** What failed, when it is not called by its label. */
  readonly failed?: string
  /** What goes on meanwhile when it could not be loaded. */
  readonly meanwhile?: ReactNode
  /** How many rows there are in all. */
  readonly count?: string | undefined
  /** Where the page at hand begins; undefined on the newest one. */
  readonly cursor: string | undefined
  readonly next: string | null | undefined
  readonly onPage: (cursor: string | undefined) => void
  /** On a card of its own instead of the whole width. */
  readonly isCard?: boolean
}

/** A page of rows with the way to older ones, or why there is none. Rows that were loaded once stay when a refresh fails. */
export function List<Row>(props: ListProps<Row>) {
  const { found, rows, label, columns, none, failed = label, meanwhile, count, cursor, next, onPage, isCard } = props
  if (found.error && !rows)
    return (
      <LoadFailed title={`${failed} could not be loaded`} error={found.error} onRetry={() => void found.refetch()}>
        {meanwhile}
      </LoadFailed>
    )
  if (rows?.length === 0) return none
  return (
    <div className={isCard ? 'card' : 'bleed'}>
      <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} />
      <Pager count={count} cursor={cursor} next={next} onChange={onPage} />
    </div>
  )
}
