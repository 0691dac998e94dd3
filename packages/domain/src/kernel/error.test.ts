import { expect, test } from 'vitest'
import { InvalidField, InvalidState, NotFound } from './error.ts'

test('InvalidField names the rejected member in its message and details', () => {
  const refusal = new InvalidField('amount', 'must be positive')
  expect(refusal).toMatchObject({ name: 'InvalidField', code: 'VALIDATION_ERROR', kind: 'invalid', message: 'amount: must be positive' })
  expect(refusal.details).toEqual([{ field: 'amount', message: 'must be positive' }])
})

test('InvalidState reports the current state in its details', () => {
  expect(new InvalidState('forwarded', 'withdraw')).toMatchObject({
    code: 'INVALID_STATE',
    kind: 'invalid',
    details: { current: 'forwarded' },
  })
})

test('NotFound does not reveal whether the object exists elsewhere', () => {
  expect(new NotFound('payment')).toMatchObject({ code: 'NOT_FOUND', kind: 'not_found', message: 'No such payment', details: undefined })
})
