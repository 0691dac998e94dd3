import type { Reporter, TestModule } from 'vitest/node'

/** Prints the totals as the very last line, in words any CI can read: `N passed, N failed, N skipped`. */
export default class PlainReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const totals = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      if (module.state() === 'failed' && module.children.size === 0) totals.failed++
      for (const test of module.children.allTests()) totals[test.result().state]++
    }
    process.once('exit', () =>
      console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped + totals.pending} skipped`),
    )
  }
}
