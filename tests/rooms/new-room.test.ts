import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
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

const inProject = (...names: readonly string[]): readonly string[] => ['vitest', 'run', ...names.flatMap((name) => ['--project', name])]

test.each([
  ['is written', ['scripts/room.ts', 'labels', 'label', 'archive']],
  ['passes every check', ['scripts/check.ts']],
  [
    'has its place in the architecture',
    [
      ...inProject('pure'),
      ...['rooms', 'paths', 'imports', 'machines', 'table-writers'].map((name) => `tests/architecture/${name}.test.ts`),
    ],
  ],
  ['passes its own tests', [...inProject('stories'), 'tests/labels']],
  ['passes the tests over all rooms', [...inProject('real', 'stories'), '-t', 'label', ...crossed]],
])('the smallest room %s in a copy of the checkout', async (_what, command) => {
  const { code, said } = await run(command)
  expect([code, code === 0 ? '' : said]).toEqual([0, ''])
})

/** Not in one blocking call: this process must go on answering the runner of its tests. */
async function run(command: readonly string[]): Promise<{ readonly code: number | null; readonly said: string }> {
  const child = spawn(process.execPath, ['scripts/ensure.mjs', ...command], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<number | null>((done) => child.once('close', done))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, said: stdout + stderr }
}
