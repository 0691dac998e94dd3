import { isReachableByAll, unprivilegedUser } from '@gateway/devnet/processes/unprivileged'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../architecture/sources.ts'

const run = promisify(execFile)
/** Files of the signer, and the access of other users of its machine; the public half of the seed is readable on purpose. */
const files = { 'seed.json': 'nothing', kek: 'nothing', sequence: 'nothing', 'public.json': 'read' } as const
const names = Object.keys(files)

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signer-files-'))
  writeFileSync(join(folder, 'kek'), randomBytes(32).toString('hex'), { mode: 0o400 })
  const env = {
    NODE_ENV: 'development',
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    DEPLOYMENT_ID: 'pay-1',
    CUSTODY_SEED_FILE: join(folder, 'seed.json'),
    CUSTODY_PUBLIC_FILE: join(folder, 'public.json'),
    CUSTODY_KEK: 'file',
    CUSTODY_KEK_FILE: join(folder, 'kek'),
  }
  await run(process.execPath, [join(root, 'apps/worker/src/custody/main.ts'), '--quiet'], { env })
  openHighWaterFile(join(folder, 'sequence')).recordAttempt(1n)
  // Open the folder to all users: each file must be protected by its own mode.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LOOK = `const fs = require('node:fs')
const may = (file, flag) => { try { fs.closeSync(fs.openSync(file, flag)); return true } catch (error) { return error.code } }
console.log(JSON.stringify(process.argv.slice(1).map((file) => [may(file, 'r'), may(file, 'r+')])))`

/** The results of another user opening the files for reading and writing; undefined where no such process can be started. */
async function triedAsAnother(): Promise<unknown> {
  const user = unprivilegedUser()
  if (!user || !isReachableByAll(process.execPath)) return undefined
  const paths = names.map((name) => join(folder, name))
  const { stdout } = await run(process.execPath, ['-e', LOOK, ...paths], { ...user, cwd: '/', env: {} })
  return Object.fromEntries(names.map((name, place) => [name, (JSON.parse(stdout) as unknown[])[place]]))
}

test('no other user of the machine, such as that of the API, can read the seed, its KEK or the high-water file', async () => {
  const modes = Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))
  expect(modes).toEqual({ 'seed.json': '600', kek: '400', sequence: '600', 'public.json': '644' })
  const tried = await triedAsAnother()
  process.stdout.write(`files of the signer: proven by ${tried === undefined ? 'their modes' : 'a process of another user'}\n`)
  if (tried === undefined) return
  const refused = { nothing: ['EACCES', 'EACCES'], read: [true, 'EACCES'] }
  expect(tried).toEqual(Object.fromEntries(Object.entries(files).map(([name, may]) => [name, refused[may]])))
})
