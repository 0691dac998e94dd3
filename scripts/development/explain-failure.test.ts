import { OtherSchema } from '@gateway/db/migrations/refuse-other-version'
import { OtherPostgres } from '@gateway/devnet/postgres'
import { startChild } from '@gateway/devnet/processes/child'
import { AlreadyRunning } from '@gateway/devnet/processes/leftover'
import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { explainFailure } from './explain-failure.ts'
import { readStartOptions } from './start-options.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const options = readStartOptions({ name: 'npm run dev', folder: folder.path, port: 4000 }, {}, [])

test.each([
  ['of another schema', new OtherSchema('Migration20300101')],
  ['of another Postgres', new OtherPostgres('/somewhere/cluster', '9')],
])('data %s is explained with the command that starts with none', (_, error) => {
  expect(explainFailure(error, options)).toBe(
    `The data in ${folder.path} is of another version of the gateway: start with none, which deletes it: npm run dev -- --reset`,
  )
})

test('a server of another running process is explained with that process', () => {
  const error = new AlreadyRunning({ name: 'anvil', folder: join(folder.path, 'anvil') }, 4_711)
  expect(explainFailure(error, options)).toContain(`${folder.path} is in use by process 4711: stop that with Ctrl-C`)
})

test('a server that does not start is explained with the last line of its log, and the log', async () => {
  const program = 'console.error("reading settings"); console.error("PORT: must be a number"); process.exit(1)'
  const plan = {
    name: 'api',
    folder: folder.path,
    command: process.execPath,
    args: ['-e', program],
    isReady: async () => false,
    log: () => {},
  }
  const error = await startChild(plan).catch((thrown: unknown) => thrown)
  expect(explainFailure(error, options)).toBe(`api did not start: PORT: must be a number. Its log is ${join(folder.path, 'api.log')}`)
})

test('any other error is one line, and is kept whole in a file that the line names', () => {
  const error = new Error('temporal 1.9.1 cannot be had: no pip\nmore')
  const file = join(folder.path, 'error.log')
  expect(explainFailure(error, options)).toBe(`temporal 1.9.1 cannot be had: no pip (the whole error is in ${file})`)
  expect(readFileSync(file, 'utf8')).toContain('explain-failure.test.ts')
})
