import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMutations } from '../chaos/mutations/mutation.ts'
import { applyPatch } from '../support/apply-patch.ts'
import { root } from './sources.ts'

const bugs = findMutations()

const results = readFileSync(join(root, 'docs/generated/mutations.md'), 'utf8')

test.each(bugs)('the patch $name applies, its recorded catch is current, and its test exists', (bug) => {
  const { name, patch, testFile, title, says, digest } = bug
  expect(applyPatch({ folder: root, patch, onlyCheck: true })).toBeUndefined()
  expect(existsSync(join(root, testFile))).toBe(true)
  expect([new RegExp(title), new RegExp(says)]).toHaveLength(2)
  expect(results).toMatch(new RegExp(`^\\| ${name} \\| .* \\| ${digest} \\|$`, 'm'))
})

test('fifteen mutations exist', () => {
  expect(bugs.map(({ name }) => name.slice(0, 2))).toEqual([
    '01',
    '02',
    '03',
    '04',
    '05',
    '06',
    '07',
    '08',
    '09',
    '09',
    '10',
    '11',
    '12',
    '13',
    '15',
  ])
})

test('a patch that does not match is rejected with the name of its file, in a folder outside any repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-patch-'))
  try {
    writeFileSync(join(folder, 'sum.ts'), 'const sum = 1\n')
    const patch = join(folder, 'other.patch')
    writeFileSync(patch, 'The mistake.\n\n--- a/sum.ts\n+++ b/sum.ts\n@@ -1 +1 @@\n-const sum = 2\n+const sum = 3\n')
    expect(applyPatch({ folder, patch, onlyCheck: true })).toContain('sum.ts')
    writeFileSync(join(folder, 'sum.ts'), 'const sum = 2\n')
    expect(applyPatch({ folder, patch, onlyCheck: true })).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
