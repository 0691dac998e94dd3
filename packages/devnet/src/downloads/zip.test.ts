import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { extractFromZip } from './zip.ts'

const folder = temporaryFolder()
afterAll(folder.remove)
const archive = join(folder.path, 'archive.zip')
const target = join(folder.path, 'extracted')

/** An archive made by Python's zipfile, as in the wheels read here: one file stored, one deflated, and a comment at the end. */
function makeArchive(content: Buffer): void {
  writeFileSync(join(folder.path, 'content'), content)
  const program = `
import zipfile
with zipfile.ZipFile('archive.zip', 'w') as archive:
  archive.write('content', 'a/stored', zipfile.ZIP_STORED)
  archive.write('content', 'b/deflated', zipfile.ZIP_DEFLATED)
  archive.comment = b'end'`
  execFileSync('python3', ['-c', program], { cwd: folder.path })
}

test.each([/stored$/, /deflated$/])('extractFromZip extracts a file named like %s unchanged as an executable', async (name) => {
  const content = Buffer.concat([randomBytes(70_000), Buffer.alloc(70_000)])
  makeArchive(content)
  await extractFromZip(archive, { name, target })
  expect(readFileSync(target).equals(content)).toBe(true)
  expect(statSync(target).mode & 0o111).toBe(0o111)
})

test('extractFromZip rejects a missing file and a file that is no archive', async () => {
  makeArchive(Buffer.from('x'))
  await expect(extractFromZip(archive, { name: /missing/, target })).rejects.toThrow('holds no file named like missing')
  await expect(extractFromZip(join(folder.path, 'content'), { name: /a/, target })).rejects.toThrow('not a zip archive')
})
