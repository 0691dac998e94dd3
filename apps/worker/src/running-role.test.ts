import { expect, test } from 'vitest'
import { recurringLater, type RunningRole, tryAgain } from './running-role.ts'

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

test('work that somebody else does at the start is done after the first wait', async () => {
  let done = 0
  const role: RunningRole = recurringLater(1, async () => {
    done += 1
    role.stop()
  })
  await role.run()
  expect(done).toBe(1)
  const stopped = recurringLater(60_000, async () => (done += 1))
  const running = stopped.run()
  stopped.stop()
  await running
  expect(done).toBe(1)
})
