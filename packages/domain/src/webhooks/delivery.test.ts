import { expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { deliveryMachine } from './delivery.ts'

test('a delivery waits until it is accepted or its attempts are used up', () => {
  expect(deliveryMachine.initial).toBe('pending')
  expect(findMove(deliveryMachine, 'pending', 'retry')?.to).toBe('pending')
  expect(findMove(deliveryMachine, 'pending', 'accept')?.to).toBe('delivered')
  expect(findMove(deliveryMachine, 'pending', 'exhaust')?.to).toBe('failed')
})

test.each(['delivered', 'failed'] as const)('a %s delivery is only ever sent again on request', (state) => {
  expect(Object.keys(deliveryMachine.states[state])).toEqual(['redeliver'])
  expect(findMove(deliveryMachine, state, 'redeliver')?.to).toBe('pending')
})

test('a pending delivery cannot be asked for twice', () => {
  expect(findMove(deliveryMachine, 'pending', 'redeliver')).toBeUndefined()
})
