import type { Table } from '../section.ts'

/** A number of a table, as its cell shows it. */
export interface Figure {
  readonly cell: string
  readonly value: number
}

const FIGURE = /^(\d+(?:[ ,]\d{3})*(?:\.\d+)?)(?: (?:×|ms|s|kB|MB|MiB|GB|GiB|%|\(\d+\)))?$/
const COUNT = /^\d+$/
const NOTHING = '–'

/** The numbers of a table by row and column: "list, a page of 10: per second". Of columns with one name, each further one has its number. */
export function figuresOf({ head, rows }: Table): ReadonlyMap<string, Figure> {
  const figures = new Map<string, Figure>()
  for (const row of rows) {
    const names = namesOf(row)
    for (const [place, cell] of row.entries()) {
      const value = place < names.length ? undefined : numberIn(cell)
      if (value !== undefined) figures.set(freeName(figures, [names.join(', '), head[place]].filter(Boolean).join(': ')), { cell, value })
    }
  }
  return figures
}

/** The number of a cell with at most a unit or a count behind it; undefined of any other text. */
export function numberIn(cell: string): number | undefined {
  const digits = FIGURE.exec(cell)?.[1]
  return digits === undefined ? undefined : Number(digits.replaceAll(/[ ,]/g, ''))
}

/** The cells that name a row: the first, unless it is a measurement, and the texts next to it. */
function namesOf(row: readonly string[]): readonly string[] {
  const [first = ''] = row
  if (numberIn(first) !== undefined && !COUNT.test(first)) return []
  const end = row.findIndex((cell, place) => place > 0 && (cell === NOTHING || numberIn(cell) !== undefined))
  return row.slice(0, end === -1 ? row.length : end)
}

function freeName(taken: ReadonlyMap<string, unknown>, name: string): string {
  let number = 1
  while (taken.has(numbered(name, number))) number++
  return numbered(name, number)
}

const numbered = (name: string, number: number): string => (number === 1 ? name : `${name} (${number})`)
