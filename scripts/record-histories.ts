import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Records the runs in tests/histories anew. Only after a change that old runs cannot be continued with, and together with a plan for those that are open. */
const { status } = spawnSync('vitest', ['run', 'tests/workflows/histories.test.ts'], {
  cwd: resolve(import.meta.dirname, '..'),
  env: { ...process.env, RECORD_HISTORIES: '1' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
