import type { Aim, Table } from './section.ts'

/** An aim that figures of a table miss. */
export interface Miss {
  readonly aim: Aim
  /** The figures, each with the first cell of its row. */
  readonly figures: readonly string[]
}

/** Compares a table with the aims of its section. A column that the table does not have misses nothing. */
export function findMisses(aims: readonly Aim[], { head, rows }: Table): Miss[] {
  return aims.flatMap((aim) => {
    const column = head.indexOf(aim.column)
    const figures = rows.filter(([name = '']) => aim.rows?.test(name) ?? true).map((row) => ({ name: row[0], figure: row[column] ?? '' }))
    const missed = figures.filter(({ figure }) => misses(aim, Number.parseFloat(figure)))
    return missed.length === 0 ? [] : [{ aim, figures: missed.map(({ name, figure }) => `${name}: ${figure}`) }]
  })
}

const misses = ({ min = -Infinity, max = Infinity }: Aim, value: number): boolean => value < min || value > max
