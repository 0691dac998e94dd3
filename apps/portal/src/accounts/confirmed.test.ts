import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { isFinal, messageOf } from '../ui/problem.ts'
import { confirmed, onAsked, settle } from './confirmed.ts'

const refusal = { success: false, error: 'Confirm that it is you', code: 'CONFIRMATION_REQUIRED' }
const unconfirmed = TRPCClientError.from({ error: { message: refusal.error, code: -32_001, data: { httpStatus: 401, refusal } } })

test('a confirmation that the reader closes leaves the work undone, and is told so', async () => {
  const asked = new Promise<void>((resolve) => onAsked(resolve))
  const ended = confirmed(() => Promise.reject(unconfirmed)).catch((error: unknown) => [messageOf(error), isFinal(error)])
  await asked
  settle('giveUp')
  expect(await ended).toEqual(['Not done: you did not confirm that it is you.', true])
})
