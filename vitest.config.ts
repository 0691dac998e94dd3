import { configDefaults, defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/long-first.ts'

/** Tests that need no server: they start at once, and a run of these alone starts nothing. */
const pure = [
  'packages/{client,contract,domain,pages,providers}/src/**/*.test.ts',
  'apps/portal/**/*.test.ts',
  'tests/{architecture,model}/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
]

/** The crash matrix; `npm run test:crash` runs it, and `npm test` does not. */
const crashMatrix = ['tests/chaos/{bitcoin,creation,ethereum,further-chains,mempool-lost,postgres-killed,restored,temporal-wiped}.test.ts']

/** Proofs under load, which need the machine for themselves; only `npm run test:deep` runs them. */
const loadProofs = process.env['TEST_TIER'] === 'deep' ? [] : ['tests/webhooks/many-receivers.test.ts', 'tests/fuzz/slow-and-heavy.test.ts']

const onServers = { globalSetup: ['./vitest.global.ts'], setupFiles: ['./packages/testing/src/leave-no-database.ts'] }

export default defineConfig({
  test: {
    reporters: ['default', './scripts/plain-reporter.ts'],
    sequence: { sequencer: LongFirst },
    // Stories mostly wait for blocks and timers, so twice as many as the least machine has cores.
    maxWorkers: 4,
    // Each file would load a thousand modules anew, which is a fifth of what all files work. Stubs of a test are removed after it.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    // A test ends when what it waits for has become true; these only end what hangs.
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 240_000, interval: 250 } },
    projects: [
      { extends: true, test: { name: 'pure', include: pure } },
      {
        extends: true,
        test: {
          name: 'real',
          ...onServers,
          include: ['{apps,packages}/*/src/**/*.test.ts', 'packages/chains/contracts/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...pure, ...crashMatrix, ...loadProofs],
        },
      },
      { extends: true, test: { name: 'crash', ...onServers, include: crashMatrix } },
    ],
  },
})
