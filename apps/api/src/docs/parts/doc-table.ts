import { html, type Markup } from '@gateway/pages/html'

/** The content of a cell. */
export type Cell = Markup | string | number | undefined

/** A row, with the id that a link may lead to. */
export interface Row {
  readonly id?: string
  readonly cells: readonly Cell[]
}

/** A table, and what distinguishes it: `errors`, `wrong`, `events`. */
export interface TableParts {
  readonly headings: readonly string[]
  readonly rows: readonly Row[]
  readonly kind?: string
  readonly id?: string
}

/** From three columns on, cells name their column on a phone; two columns explain themselves. */
const MIN_NAMED = 3

/** A table with lines and no box; on a phone each row is a block with named cells. Roles survive that change of display. */
export function docTable({ headings, rows, kind, id }: TableParts): Markup {
  return html`<table class="doctable${kind === undefined ? '' : ` doctable--${kind}`}" role="table" ${id === undefined ? '' : idOf(id)}>
    <thead role="rowgroup">
      <tr role="row">
        ${headings.map((heading) => html`<th scope="col" role="columnheader">${heading}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => rowOf(row, headings))}
    </tbody>
  </table>`
}

/** A row of a table with these headings. */
export const rowOf = ({ id, cells }: Row, headings: readonly string[]): Markup =>
  html`<tr role="row" ${id === undefined ? '' : idOf(id)}>
    ${cells.map((cell, column) => cellOf(cell, headings.length < MIN_NAMED ? undefined : headings[column]))}
  </tr>`

const cellOf = (cell: Cell, name: string | undefined): Markup =>
  name === undefined ? html`<td role="cell">${cell}</td>` : html`<td role="cell" data-label="${name}">${cell}</td>`

const idOf = (id: string): Markup => html` id="${id}"`
