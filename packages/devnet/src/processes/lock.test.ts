import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withLock } from './lock.ts'
import { temporaryFolder } from './temporary-folder.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

test('withLock runs concurrent callers one after the other, and removes the lock afterwards', async () => {
  const lock = join(folder.path, 'both.lock')
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
  }
  await Promise.all([withLock(lock, work('a')), withLock(lock, work('b'))])
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(existsSync(lock)).toBe(false)
})

test('withLock ignores a lock whose holder is dead', async () => {
  const lock = join(folder.path, 'dead.lock')
  mkdirSync(lock)
  writeFileSync(join(lock, 'pid'), '4194305') // Above Linux' greatest process id.
  expect(await withLock(lock, async () => 'done')).toBe('done')
})

test('withLock releases the lock when the work fails', async () => {
  const lock = join(folder.path, 'failed.lock')
  await expect(withLock(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(existsSync(lock)).toBe(false)
})
