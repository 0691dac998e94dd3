import { expect, test } from 'vitest'
import { InvalidField, InvalidState, NotFound } from './error.ts'

test('a refused member is named in the message and in the details', () => {
  const refusal = new InvalidField('amount', 'must be positive')
  expect(refusal).toMatchObject({ name: 'InvalidField', code: 'VALIDATION_ERROR', kind: 'invalid', message: 'amount: must be positive' })
  expect(refusal.details).toEqual([{ field: 'amount', message: 'must be positive' }])
})

test('a refused action tells the state that forbids it', () => {
  expect(new InvalidState('forwarded', 'withdraw')).toMatchObject({
    code: 'INVALID_STATE',
    kind: 'invalid',
    details: { current: 'forwarded' },
  })
})

test('a missing object answers without saying whether it exists elsewhere', () => {
  expect(new NotFound('payment')).toMatchObject({ code: 'NOT_FOUND', kind: 'not_found', message: 'No such payment', details: undefined })
})
