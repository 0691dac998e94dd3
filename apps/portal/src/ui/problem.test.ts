import { TRPCClientError } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import { codeOf, fieldErrorsOf, GivenUp, isFinal, messageOf, requestIdOf } from './problem.ts'

const refusal = {
  success: false,
  error: 'The address is not valid',
  code: 'INVALID_INPUT',
  request_id: 'req_7Kd20fQm',
  details: [{ field: 'webhook_url', message: 'must be https' }, 'not a detail', { field: 'name' }],
}
const answered = (httpStatus: number) =>
  TRPCClientError.from({ error: { message: refusal.error, code: -32_600, data: { code: 'BAD_REQUEST', httpStatus, path: 'x', refusal } } })

describe('a refusal of the server', () => {
  test('a refusal of the server is told in its own words, with its code and its request', () => {
    const error = answered(400)
    expect([messageOf(error), codeOf(error), requestIdOf(error)]).toEqual([refusal.error, 'INVALID_INPUT', 'req_7Kd20fQm'])
  })

  test('a refusal names the fault of each member, and skips members without one', () => {
    expect(fieldErrorsOf(answered(400))).toEqual({ webhook_url: 'must be https' })
  })

  test('a refusal of the server is final, where a failure of the server is not', () => {
    expect([400, 401, 499, 500, 503].map((status) => isFinal(answered(status)))).toEqual([true, true, true, false, false])
    expect([isFinal(answered(401), 401), isFinal(answered(403), 401)]).toEqual([true, false])
  })
})

test('a server that does not answer is told apart from a failure of the page', () => {
  expect(messageOf(new TRPCClientError('fetch failed'))).toBe('The server did not answer. Check your connection.')
  expect(messageOf(new TypeError('x is not a function'))).toBe('Something in this page failed. Load it again.')
})

test('what was given up is told in its own words, and has certainly not been done', () => {
  const error = new GivenUp('Not done.')
  expect([messageOf(error), isFinal(error), isFinal(error, 401)]).toEqual(['Not done.', true, false])
})

test('an error without an answer has no code, no request, no members, and may be tried again', () => {
  const error = new TRPCClientError('fetch failed')
  expect([codeOf(error), requestIdOf(error), fieldErrorsOf(error), isFinal(error)]).toEqual([undefined, undefined, {}, false])
})
