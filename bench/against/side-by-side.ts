import { median } from '../numbers.ts'
import type { Table } from '../section.ts'
import { type Figure, figuresOf } from './figures-of.ts'

/** The tables of one section that the runs of two builds measured. */
interface Compared {
  readonly other: readonly Table[]
  readonly own: readonly Table[]
}

const NOTHING = '–'

/** The medians of both builds, a line for each figure, with the ratio of this build to the other. A figure that one of them lacks has no ratio. */
export function sideBySide({ other, own }: Compared, otherName: string): Table {
  const [before, after] = [mediansOf(other), mediansOf(own)]
  const names = [...new Set([...after.keys(), ...before.keys()])]
  const rows = names.map((name) => {
    const [earlier, now] = [before.get(name), after.get(name)]
    return [name, earlier?.cell ?? NOTHING, now?.cell ?? NOTHING, ratioOf(now, earlier)]
  })
  return { head: ['figure', otherName, 'this build', 'ratio'], rows }
}

/** The median of each figure over some runs: a cell that one of them has shown. */
function mediansOf(runs: readonly Table[]): ReadonlyMap<string, Figure> {
  const measured = runs.flatMap((table) => [...figuresOf(table)])
  const byName = Map.groupBy(measured, ([name]) => name)
  return new Map([...byName].map(([name, figures]) => [name, middleOf(figures.map(([, figure]) => figure))]))
}

function middleOf(figures: readonly Figure[]): Figure {
  const middle = median(figures.map(({ value }) => value))
  return figures.find(({ value }) => value === middle) ?? { cell: String(middle), value: middle }
}

function ratioOf(now: Figure | undefined, earlier: Figure | undefined): string {
  if (!now || !earlier || earlier.value === 0) return NOTHING
  return `${(now.value / earlier.value).toFixed(2)} ×`
}
