import { html, type Markup } from './markup.ts'

/** What stands in a cell. */
type Cell = Markup | string | number

/** A row: what names it, and what is said about that. */
type Row = readonly [Cell, ...(readonly Cell[])]

/** Rows under their headings, which scroll by themselves where the page is narrow; nothing without rows. */
export function table(headings: readonly string[], rows: readonly Row[]): Markup {
  if (rows.length === 0) return html``
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            html`<tr>
              <th scope="row"><code>${name}</code></th>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
