import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Records tests/histories anew. Only after a change that old histories cannot replay, and with a plan for open runs. */
const { status } = spawnSync('vitest', ['run', 'tests/workflows/histories.test.ts', 'tests/workflows/series.test.ts'], {
  cwd: resolve(import.meta.dirname, '..'),
  env: { ...process.env, RECORD_HISTORIES: '1' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
