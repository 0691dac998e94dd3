import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileExists, createDurableFile } from './durable-file.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'new-file-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('a new file', () => {
  test('writes the file whole with its permissions and no leftover draft', () => {
    createDurableFile(join(folder, 'seed'), { text: 'sealed', mode: 0o600 })
    expect(readFileSync(join(folder, 'seed'), 'utf8')).toBe('sealed')
    expect(statSync(join(folder, 'seed')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['seed'])
  })

  test('refuses to overwrite an existing file', () => {
    writeFileSync(join(folder, 'seed'), 'first')
    expect(() => createDurableFile(join(folder, 'seed'), { text: 'second', mode: 0o600 })).toThrow(FileExists)
    expect(readFileSync(join(folder, 'seed'), 'utf8')).toBe('first')
    expect(readdirSync(folder)).toEqual(['seed'])
  })

  test('writes the file although a killed run left a draft', () => {
    writeFileSync(join(folder, `seed.${process.pid}.new`), 'half')
    createDurableFile(join(folder, 'seed'), { text: 'sealed', mode: 0o600 })
    expect(readdirSync(folder)).toEqual(['seed'])
  })

  test('rejects a path in a missing folder', () => {
    expect(() => createDurableFile(join(folder, 'absent', 'seed'), { text: 'sealed', mode: 0o600 })).toThrow(/ENOENT/)
  })
})
