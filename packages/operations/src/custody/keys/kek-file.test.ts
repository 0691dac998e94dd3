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
  test('is read when only its owner can read it', () => {
    expect(openFileKek(keyFile(0o400)).id).toBe(createLocalKek({ kind: 'file', hex: HEX }).id)
  })

  test.each([0o600, 0o440, 0o404, 0o500, 0o644, 0o777])('is refused with mode %o', (mode) => {
    expect(() => openFileKek(keyFile(mode))).toThrow(/must have mode 0400/)
  })

  test('is refused when it belongs to another user', () => {
    expect(() => openFileKek(foreignFile())).toThrow(/must belong to the user/)
  })

  test('is refused when it is a folder, missing or not named', () => {
    const directory = join(folder, 'directory')
    mkdirSync(directory)
    for (const path of [directory, join(folder, 'absent'), undefined]) expect(() => openFileKek(path)).toThrow(KekRefused)
  })

  test.each(['', 'short', `${HEX}00`, `${HEX}\n${HEX}`])('is refused when the file says %j', (text) => {
    expect(() => openFileKek(keyFile(0o400, text))).toThrow(KekRefused)
  })
})

/** Root may give a file away; everybody else finds one of root's. */
function foreignFile(): string {
  if (process.getuid?.() !== 0) return '/etc/passwd'
  const path = keyFile(0o400)
  chownSync(path, 65_534, 65_534)
  return path
}
