import { expect, test } from 'vitest'
import { tryAgain } from './running-role.ts'

test('what fails at the start of a role is tried again until it succeeds', async () => {
  let tries = 0
  const work = async (): Promise<string> => {
    if (++tries < 3) throw new Error('the database is away')
    return 'done'
  }
  expect([await tryAgain(work, 0), tries]).toEqual(['done', 3])
})

test('what goes on failing ends the start with its last problem', async () => {
  let tries = 0
  await expect(tryAgain(() => Promise.reject(new Error(`try ${++tries}`)), 0)).rejects.toThrow('try 10')
})
