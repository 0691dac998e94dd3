import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { sendFailure } from './send-failure.ts'

const answered = (httpStatus: number, code: string) => {
  const refusal = { success: false, error: 'The server’s own words.', code }
  return TRPCClientError.from({ error: { message: refusal.error, code: -32_600, data: { httpStatus, refusal } } })
}

test('a send without an answer may have been made, and a repetition does not make it twice', () => {
  const doubt = 'Whether it was sent is not known. Send it again: it is sent once.'
  expect(sendFailure(new TRPCClientError('fetch failed'))).toBe(`The server did not answer. Check your connection. ${doubt}`)
  expect(sendFailure(answered(500, 'INTERNAL_ERROR'))).toBe(`The server’s own words. ${doubt}`)
})

test('a refused send was not made, and is told in words of its own where there are some', () => {
  expect(sendFailure(answered(400, 'INVALID_DESTINATION'))).toBe('The server’s own words.')
  expect(sendFailure(answered(503, 'LIGHTNING_UNAVAILABLE'))).toMatch(/Nothing was sent; try again in a minute\.$/)
})
