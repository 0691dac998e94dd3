import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { makeScratchCopy } from '../chaos/mutations/scratch-copy.ts'

const folder = makeScratchCopy('room')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Tests over all rooms, as far as they are about labels. */
const crossed = [
  'packages/operations/src/kernel/schema.test.ts',
  ...['strangers', 'portal-strangers', 'inputs', 'further-members', 'foreign-host'].map((name) => `apps/api/src/http/${name}.test.ts`),
  'tests/client/operations.test.ts',
]

test.each([
  ['is written', ['scripts/room.ts', 'labels', 'label', 'archive']],
  ['passes every check', ['scripts/check.ts']],
  [
    'has its place in the architecture',
    [
      'vitest',
      'run',
      '--project',
      'pure',
      ...['rooms', 'paths', 'imports', 'machines', 'table-writers'].map((name) => `tests/architecture/${name}.test.ts`),
    ],
  ],
  ['passes its own tests', ['vitest', 'run', '--project', 'real', 'tests/labels']],
  ['passes the tests over all rooms', ['vitest', 'run', '--project', 'real', '-t', 'label', ...crossed]],
])('the smallest room %s in a copy of the checkout', (_what, command) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ensure.mjs', ...command], { cwd: folder, encoding: 'utf8' })
  expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, ''])
})
