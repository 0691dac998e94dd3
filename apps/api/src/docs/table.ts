import { html, type Markup } from '@gateway/pages/html'

/** The content of a cell. */
type Cell = Markup | string | number

/** A row: a name, and its description. */
type Row = readonly [Cell, ...(readonly Cell[])]

/** Rows under headings, horizontally scrollable on narrow pages; nothing without rows. */
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
