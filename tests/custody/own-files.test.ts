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
/** Files of the signer, and what anybody else on its machine may do with them; what may be known of the seed is public on purpose. */
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
  openHighWaterFile(join(folder, 'sequence')).noteAttempt(1n)
  // Let everybody in: each file must be closed by itself, however its folder is.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const LOOK = `const fs = require('node:fs')
const may = (file, flag) => { try { fs.closeSync(fs.openSync(file, flag)); return true } catch (error) { return error.code } }
console.log(JSON.stringify(process.argv.slice(1).map((file) => [may(file, 'r'), may(file, 'r+')])))`

/** What a process of another user gets when it opens the files for reading and for writing; undefined where we cannot start one. */
async function triedAsAnother(): Promise<unknown> {
  const user = unprivilegedUser()
  if (!user || !isReachableByAll(process.execPath)) return undefined
  const paths = names.map((name) => join(folder, name))
  const { stdout } = await run(process.execPath, ['-e', LOOK, ...paths], { ...user, cwd: '/', env: {} })
  return Object.fromEntries(names.map((name, place) => [name, (JSON.parse(stdout) as unknown[])[place]]))
}

test('no other user of the machine, such as that of the api, can read the seed, its wrapping key or what the signer remembers', async () => {
  const modes = Object.fromEntries(names.map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]))
  expect(modes).toEqual({ 'seed.json': '600', kek: '400', sequence: '600', 'public.json': '644' })
  const tried = await triedAsAnother()
  process.stdout.write(`files of the signer: proven by ${tried === undefined ? 'their modes' : 'a process of another user'}\n`)
  if (tried === undefined) return
  const refused = { nothing: ['EACCES', 'EACCES'], read: [true, 'EACCES'] }
  expect(tried).toEqual(Object.fromEntries(Object.entries(files).map(([name, may]) => [name, refused[may]])))
})
