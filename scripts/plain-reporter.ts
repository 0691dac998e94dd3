import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { addDurations } from './durations.ts'

const SLOWEST = 10

/**
 * Prints the ten slowest files and, as the last line, the totals for any CI: `N passed, N failed, N skipped`. Stores the durations for the order of the
 * next run.
 */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const totals = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) totals.failed++
      for (const test of module.children.allTests()) totals[test.result().state]++
    }
    const measured = modules.map((module) => [relative(process.cwd(), module.moduleId), secondsOf(module)] as const)
    addDurations(Object.fromEntries(measured))
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
