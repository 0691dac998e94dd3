import { expect, test } from 'vitest'
import { readDevnet } from './unchanged-devnet.ts'

test('the sources of the devnet are named by their content, tests included and installed packages apart', () => {
  const { digest, tests } = readDevnet()
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(readDevnet().digest).toBe(digest)
  expect(tests).toContain('packages/devnet/src/postgres.test.ts')
})
