import { configDefaults, defineConfig } from 'vitest/config'
import { LongFirst } from './scripts/long-first.ts'
import { isDevnetUnchanged } from './scripts/unchanged-devnet.ts'

/** Tests that need no server: they start at once, and a run of these alone starts nothing. */
const pure = [
  'packages/{client,contract,documents,domain,pages,providers}/src/**/*.test.ts',
  'packages/devnet/src/stripe/**/*.test.ts',
  'apps/portal/**/*.test.ts',
  'tests/{architecture,model}/**/*.test.ts',
  'bench/**/*.test.ts',
  'scripts/**/*.test.ts',
]

/** The crash matrix; `npm run test:crash` runs it, and `npm test` does not. */
const crashMatrix = [
  'tests/chaos/{bitcoin,cards,creation,ethereum,further-chains,invoices,lightning,mempool-lost,postgres-killed,refunded-invoice,restored,temporal-wiped}.test.ts',
]

/** Long proofs: under load, in races, with drawn faults, and of every page in every look. `npm run test:deep` runs them. */
const longProofs = [
  'tests/{fuzz,races}/**/*.test.ts',
  'tests/accounts/operators.test.ts',
  'tests/chaos/{chaos,node-trouble}.test.ts',
  'tests/chainwatch/{other-history,two-scanners}.test.ts',
  'tests/checkout/{assisted-refund-pages,documentation,drawn,refund-texts,start-page}.test.ts',
  'tests/client/{generated-python,shop}.test.ts',
  'tests/custody/{empty-database,gas-payer,key-in-kms,running-signer}.test.ts',
  'tests/documents/valid-invoices.test.ts',
  'tests/escrows/{evil-texts,figures,walk-away}.test.ts',
  'tests/ledger/watched.test.ts',
  'tests/lightning/{foreign-clients,guide}.test.ts',
  'tests/oauth/{example,rotated-key,snippets}.test.ts',
  'tests/payments/{bitcoin-cash,decided,finality-stalled,returned,reward,told,window,wrong-chain}.test.ts',
  'tests/portal/{account,oauth,operators,pages}.test.ts',
  'tests/rooms/new-room.test.ts',
  'tests/webhooks/{left-alone,many-receivers}.test.ts',
  'tests/workflows/{histories,shutdown}.test.ts',
  'apps/api/src/http/slow-database.test.ts',
  'apps/worker/src/custody/main.test.ts',
]

/** `npm test` runs the devnet's tests when its sources have changed; every other command runs what it names. */
const unchanged = process.env['UNCHANGED'] === 'skip' && isDevnetUnchanged() ? ['packages/devnet/**'] : []

/** Stories over HTTP, all that `npm test` runs of them; each process of theirs has a gateway, which is eight processes. */
const stories = ['tests/**/*.test.ts']

const onServers = { globalSetup: ['./vitest.global.ts'], setupFiles: ['./packages/testing/src/leave-no-database.ts'] }

export default defineConfig({
  test: {
    reporters: ['default', './scripts/plain-reporter.ts'],
    sequence: { sequencer: LongFirst },
    // Tests wait for their servers, so twice as many as the least machine has cores.
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
      { extends: true, test: { name: 'pure', include: pure, exclude: [...configDefaults.exclude, ...unchanged] } },
      {
        extends: true,
        test: {
          name: 'real',
          ...onServers,
          include: ['{apps,packages}/*/src/**/*.test.ts', 'packages/chains/contracts/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...pure, ...longProofs, ...unchanged],
        },
      },
      {
        extends: true,
        test: {
          name: 'stories',
          ...onServers,
          include: stories,
          exclude: [...configDefaults.exclude, ...pure, ...crashMatrix, ...longProofs],
          // A gateway costs eighteen seconds of a processor to start and a quarter of one while it idles; its eight processes work side by side.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: 'crash', ...onServers, include: crashMatrix } },
      { extends: true, test: { name: 'deep', ...onServers, include: longProofs } },
    ],
  },
})
