import { configDefaults, defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/long-first.ts'

/** Tests that need no server: they start at once, and a run of these alone starts nothing. */
const pure = [
  'packages/{client,contract,domain,pages,providers}/src/**/*.test.ts',
  'packages/devnet/src/stripe/**/*.test.ts',
  'apps/portal/**/*.test.ts',
  'tests/{architecture,model}/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
]

/** The crash matrix; `npm run test:crash` runs it, and `npm test` does not. */
const crashMatrix = ['tests/chaos/{bitcoin,cards,creation,ethereum,further-chains,mempool-lost,postgres-killed,restored,temporal-wiped}.test.ts']

/** Long proofs: under load, in races, with drawn faults, and of every page in every look. `npm run test:deep` runs them. */
const longProofs = [
  'tests/{fuzz,races}/**/*.test.ts',
  'tests/accounts/operators.test.ts',
  'tests/chaos/{chaos,node-trouble}.test.ts',
  'tests/chainwatch/{other-history,two-scanners}.test.ts',
  'tests/checkout/{documentation,drawn,refund-texts,start-page}.test.ts',
  'tests/client/{generated-python,shop}.test.ts',
  'tests/custody/{empty-database,gas-payer,running-signer}.test.ts',
  'tests/escrows/{evil-texts,figures}.test.ts',
  'tests/ledger/watched.test.ts',
  'tests/payments/{decided,returned,reward,told,window,wrong-chain}.test.ts',
  'tests/portal/{account,operators,pages}.test.ts',
  'tests/webhooks/{left-alone,many-receivers}.test.ts',
  'apps/api/src/http/slow-database.test.ts',
  'apps/worker/src/custody/main.test.ts',
]

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
          exclude: [...configDefaults.exclude, ...pure, ...crashMatrix, ...longProofs],
        },
      },
      { extends: true, test: { name: 'crash', ...onServers, include: crashMatrix } },
      { extends: true, test: { name: 'deep', ...onServers, include: longProofs } },
    ],
  },
})
