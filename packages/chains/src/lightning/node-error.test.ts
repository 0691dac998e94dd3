import { expect, test } from 'vitest'
import { nodeErrorOf } from './node-error.ts'

test.each([
  [2, 'invoice expired. Valid until 2026-11-29 00:00:00'],
  [2, 'self-payments not allowed'],
  [3, 'amount must be specified when paying a zero amount invoice'],
  [5, "payment isn't initiated"],
  [6, 'payment is in transition'],
])('code %i with "%s" is an answer of the node', (code, details) => {
  expect(nodeErrorOf({ code, details })).toMatchObject({ code, isAnswer: true })
})

test.each([
  [2, 'permission denied'],
  [2, 'cannot get macaroon: root key with id 12 doesn’t exist'],
  [2, 'verification failed: signature mismatch after caveat verification'],
  [2, 'the RPC server is in the process of starting up, but not yet ready to accept calls'],
  [2, 'wallet locked, unlock it to enable full RPC access'],
  [2, 'Received HTTP status code 500'],
  [1, 'Cancelled on client'],
  [4, 'Deadline exceeded'],
  [13, 'Received RST_STREAM with code 2'],
  [14, 'No connection established'],
])('code %i with "%s" says nothing of the call', (code, details) => {
  expect(nodeErrorOf({ code, details }).isAnswer).toBe(false)
})

test('what is no error of gRPC is no answer', () => {
  expect(nodeErrorOf(new Error('the stream has ended'))).toMatchObject({ code: -1, isAnswer: false, message: 'the stream has ended' })
  expect(nodeErrorOf('odd')).toMatchObject({ isAnswer: false })
})
