import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Rooms whose tests wait for crashed processes, for timers or for another program, in the order in which they are begun. */
const long = ['tests/chaos/', 'tests/fuzz/', 'tests/races/', 'tests/payments/', 'tests/']

/** Begins the longest tests first: one that is begun last leaves all processors but its own with nothing to do. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = long.findIndex((room) => moduleId.includes(`/${room}`))
  return rank < 0 ? long.length : rank
}
