import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Log, SectionText, Table } from '../section.ts'
import { comparisonTitle } from './comparison-section.ts'
import { describeBuild, openCheckout } from './open-checkout.ts'
import { runPart } from './run-part.ts'
import { sideBySide } from './side-by-side.ts'
import { ROUNDS, type Side, turnsOf } from './turns.ts'

/** A part of the bench, and the commit to compare it with. */
interface Comparison {
  readonly root: string
  readonly part: string
  readonly sections: readonly SectionText[]
  readonly against: string
}

type Tables = ReadonlyMap<string, Table>

/**
 * Runs a part of the bench of this build and of another commit in turns. Returns a table of both for each section that both have, by its title.
 *
 * @throws {Error} when a run fails, or the other build has none of the sections.
 */
export async function compareBuilds({ root, part, sections, against }: Comparison, log: Log): Promise<Tables> {
  const circumstances = `with a load average of ${(loadavg()[0] ?? 0).toFixed(1)} before, this build ${describeBuild(root)}`
  const { folder, commit } = openCheckout(root, { name: against, log })
  const document = join(root, '.cache/against/this-build.md')
  const builds: Readonly<Record<Side, Parameters<typeof runPart>[0]>> = {
    other: { root: folder, part, document: join(folder, 'docs/generated/bench.md') },
    own: { root, part, document, options: [`--document=${document}`] },
  }
  const runs: Readonly<Record<Side, Tables[]>> = { other: [], own: [] }
  for (const [turn, side] of turnsOf(ROUNDS).entries()) {
    const name = side === 'own' ? 'this build' : commit
    log(`${part}: run ${turn + 1} of ${2 * ROUNDS}, ${name}`)
    runs[side].push(await runPart(builds[side], (line) => log(`${name}: ${line}`)))
  }
  const compared = sections.flatMap(({ title }): [string, Table][] => {
    const [other, own] = [tablesOf(runs.other, title), tablesOf(runs.own, title)]
    if (other.length === 0 || own.length === 0) return []
    return [[comparisonTitle(commit, title), { ...sideBySide({ other, own }, commit), circumstances }]]
  })
  if (compared.length === 0) throw new Error(`${commit} has no section of the bench ${part}`)
  return new Map(compared)
}

const tablesOf = (runs: readonly Tables[], title: string): Table[] => runs.flatMap((tables) => tables.get(title) ?? [])
