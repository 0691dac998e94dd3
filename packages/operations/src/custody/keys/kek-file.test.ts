import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openFileKek } from './kek-file.ts'
import { createLocalKek, KekRefused } from './kek.ts'

const folder = mkdtempSync(join(tmpdir(), 'kek-'))
afterAll(() => rmSync(folder, { recursive: true }))

const HEX = '5c'.repeat(32)
let files = 0

function keyFile(mode: number, text = `${HEX}\n`): string {
  const path = join(folder, `kek-${files++}`)
  writeFileSync(path, text)
  chmodSync(path, mode)
  return path
}

describe('a wrapping key in a file', () => {
  test('opens a key file that only its owner can read', () => {
    expect(openFileKek(keyFile(0o400)).id).toBe(createLocalKek({ kind: 'file', hex: HEX }).id)
  })

  test.each([0o600, 0o440, 0o404, 0o500, 0o644, 0o777])('refuses a key file with mode %o', (mode) => {
    expect(() => openFileKek(keyFile(mode))).toThrow(/must have mode 0400/)
  })

  test('refuses a key file of another user', () => {
    expect(() => openFileKek(foreignFile())).toThrow(/must belong to the user/)
  })

  test('refuses a folder, a missing file and a missing setting', () => {
    const directory = join(folder, 'directory')
    mkdirSync(directory)
    for (const path of [directory, join(folder, 'absent'), undefined]) expect(() => openFileKek(path)).toThrow(KekRefused)
  })

  test.each(['', 'short', `${HEX}00`, `${HEX}\n${HEX}`])('refuses a key file that contains %j', (text) => {
    expect(() => openFileKek(keyFile(0o400, text))).toThrow(KekRefused)
  })
})

/** Root can give a file away; other users take one of root's. */
function foreignFile(): string {
  if (process.getuid?.() !== 0) return '/etc/passwd'
  const path = keyFile(0o400)
  chownSync(path, 65_534, 65_534)
  return path
}
