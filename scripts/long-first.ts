import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { readDurations } from './durations.ts'

/** Folders with slow tests, in the order of their start when no durations are known. */
const long = ['tests/chaos/', 'tests/fuzz/', 'tests/races/', 'tests/payments/', 'tests/']
const RANK_SECONDS = 1_000

/** Starts the longest tests first, by measured durations: a long test at the end leaves the other processors idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const measured = readDurations()
    const secondsOf = ({ moduleId }: TestSpecification): number => measured[relative(process.cwd(), moduleId)] ?? presumed(moduleId)
    // Project by project: a process serves one project and would end, with its shared gateway, before a file of another.
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b) || sharesOf(a) - sharesOf(b) || secondsOf(b) - secondsOf(a))
  }
}

const projects = ['deep', 'crash', 'stories', 'real', 'pure']
/** Files that share a gateway first: it ends when a process has no further one. */
const sharesOf = ({ moduleId }: TestSpecification): number => (readFileSync(moduleId, 'utf8').includes('sharedStory(') ? 0 : 1)
const rankOf = ({ project }: TestSpecification): number => projects.indexOf(project.name)

function presumed(moduleId: string): number {
  const rank = long.findIndex((room) => moduleId.includes(`/${room}`))
  return rank < 0 ? 0 : (long.length - rank) * RANK_SECONDS
}
