import { type ColumnDef, flexRender, type RowData, tableFeatures, useTable } from '@tanstack/react-table'
import type { ReactNode } from 'react'

const features = tableFeatures({})

/** Where a cell stands on phones, where each row becomes two lines; a cell without a place is hidden there. */
type CellPlace = 'lead' | 'end' | 'sub' | 'sub-end' | 'foot'

/** A column: its head, its cell, and its place on phones. */
export interface Column<Row> {
  readonly id: string
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly place?: CellPlace
  /** Numbers stand at the end edge. */
  readonly isNumber?: boolean
  /** The name of the row, in ink. */
  readonly isMain?: boolean
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[] | undefined
  readonly keyOf: (row: Row) => string
  readonly isSelected?: (row: Row) => boolean
}

const SKELETONS = 6

/** A table: date first, amounts at the end edge, hairlines. Without rows yet it draws their columns as skeletons. */
export function Table<Row extends RowData>({ label, columns, rows, keyOf, isSelected }: TableProps<Row>) {
  const defs = columns.map(({ id, head, cell }): ColumnDef<typeof features, Row> => ({
    id,
    header: () => head,
    cell: ({ row }) => cell(row.original),
  }))
  const table = useTable({ features, columns: defs, data: rows ? [...rows] : [], getRowId: keyOf })
  const of = (id: string): Column<Row> | undefined => columns.find((column) => column.id === id)
  return (
    <div className="table-wrap">
      <table className="table table--stack" aria-label={label} aria-busy={rows === undefined || undefined}>
        <thead>
          <tr>
            {table.getFlatHeaders().map((header) => (
              <th key={header.id} className={of(header.column.id)?.isNumber ? 'num-col' : undefined} scope="col">
                {flexRender(header.column.columnDef.header, header.getContext())}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined && Array.from({ length: SKELETONS }, (_, at) => <SkeletonRow key={at} columns={columns} />)}
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} aria-selected={isSelected?.(row.original) || undefined}>
              {row.getAllCells().map((cell) => (
                <td key={cell.id} {...lookOf(of(cell.column.id))}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function lookOf<Row>(column: Column<Row> | undefined) {
  const names = [column?.isNumber && 'num-col', column?.isMain && 'main'].filter(Boolean).join(' ')
  return { className: names || undefined, 'data-cell': column?.place }
}

function SkeletonRow<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  return (
    <tr>
      {columns.map((column) => (
        <td key={column.id} {...lookOf(column)}>
          <span className="skel" />
        </td>
      ))}
    </tr>
  )
}
