import { relative } from 'node:path'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { addDurations } from './durations.ts'
import { writeLastRun } from './last-run.ts'
import { readDevnet, rememberDevnet } from './unchanged-devnet.ts'

const SLOWEST = 10
/** The projects of `npm test`. */
const wholeRun = ['pure', 'real', 'stories']

/**
 * Prints the ten slowest files and, as the last line, the totals for any CI: `N passed, N failed, N skipped`. Stores the durations for the order of the
 * next run, and what `npm run slowest` and the next `npm test` ask of this one.
 */
export default class PlainReporter implements Reporter {
  readonly #startedAt = performance.now()
  readonly #devnet = readDevnet()

  #vitest: Vitest | undefined
  #isWhole = false

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  /** A run of some files or tests says nothing about the slowest of all. */
  async onTestRunStart(specifications: ReadonlyArray<TestSpecification>): Promise<void> {
    const names = new Set(this.#vitest?.projects.map(({ name }) => name))
    const all = await this.#vitest?.globTestSpecifications()
    const isOfSomeTests = this.#vitest?.config.testNamePattern !== undefined
    this.#isWhole = wholeRun.every((name) => names.has(name)) && specifications.length === all?.length && !isOfSomeTests
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const totals = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) totals.failed++
      for (const test of module.children.allTests()) totals[test.result().state]++
    }
    const measured = modules.map((module) => [relative(process.cwd(), module.moduleId), secondsOf(module)] as const)
    const durations = Object.fromEntries(measured)
    addDurations(durations)
    const minutes = (performance.now() - this.#startedAt) / 60_000
    if (this.#isWhole) writeLastRun({ minutes, tests: totals.passed + totals.failed, endedAt: new Date().toISOString(), durations })
    rememberDevnet(
      this.#devnet,
      modules.map((module) => ({ path: relative(process.cwd(), module.moduleId), passed: module.state() === 'passed' })),
    )
    const slowest = measured.toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST)
    process.once('exit', () => {
      for (const [path, seconds] of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`)
      console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped + totals.pending} skipped`)
    })
  }
}

/** Hooks included. */
function secondsOf(module: TestModule): number {
  const { setupDuration, collectDuration, duration } = module.diagnostic()
  return (setupDuration + collectDuration + duration) / 1_000
}
