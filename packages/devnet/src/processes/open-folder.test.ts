import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { resetDevnet } from '../devnet.ts'
import { openFolder } from './open-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { isReachableByAll, unprivilegedUser } from './unprivileged.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

test('openFolder uses a folder that every user can enter as it is', () => {
  const wanted = join(folder.path, 'open')
  expect(openFolder(wanted)).toBe(wanted)
})

test('openFolder gives root’s Postgres the same substitute each time for a closed home, and resetDevnet removes it', async () => {
  const home = join(folder.path, 'home')
  mkdirSync(home)
  chmodSync(home, 0o700)
  const wanted = join(home, 'devnet/postgres')
  const given = openFolder(wanted)
  expect(openFolder(wanted)).toBe(given)
  expect(unprivilegedUser() === undefined || isReachableByAll(given)).toBe(true)
  await resetDevnet(join(home, 'devnet'))
  expect(existsSync(given)).toBe(false)
  rmSync(home, { recursive: true })
})
