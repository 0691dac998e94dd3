import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'

/** Rooms whose tests wait for crashed processes, for timers or for another program, in the order in which they are begun where nothing was measured. */
const long = ['tests/chaos/', 'tests/fuzz/', 'tests/races/', 'tests/payments/', 'tests/']
const RANK_SECONDS = 1_000

/** Begins the longest tests first, by what was measured: one that is begun last leaves all processors but its own with nothing to do. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const measured = readDurations()
    const secondsOf = ({ moduleId }: TestSpecification): number => measured[relative(process.cwd(), moduleId)] ?? presumed(moduleId)
    // Project by project: a process serves one, and would end, with its shared gateway, whenever a file of another one comes next.
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b) || secondsOf(b) - secondsOf(a))
  }
}

const projects = ['crash', 'real', 'pure']
const rankOf = ({ project }: TestSpecification): number => projects.indexOf(project.name)

function presumed(moduleId: string): number {
  const rank = long.findIndex((room) => moduleId.includes(`/${room}`))
  return rank < 0 ? 0 : (long.length - rank) * RANK_SECONDS
}
