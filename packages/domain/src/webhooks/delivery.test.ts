import { expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { deliveryMachine } from './delivery.ts'

test('a delivery is pending until it is accepted or its attempts are exhausted', () => {
  expect(deliveryMachine.initial).toBe('pending')
  expect(findMove(deliveryMachine, 'pending', 'retry')?.to).toBe('pending')
  expect(findMove(deliveryMachine, 'pending', 'accept')?.to).toBe('delivered')
  expect(findMove(deliveryMachine, 'pending', 'exhaust')?.to).toBe('failed')
})

test.each(['delivered', 'failed'] as const)('a %s delivery is sent again only on request', (state) => {
  expect(Object.keys(deliveryMachine.states[state])).toEqual(['redeliver'])
  expect(findMove(deliveryMachine, state, 'redeliver')?.to).toBe('pending')
})

test('a pending delivery rejects a redelivery request', () => {
  expect(findMove(deliveryMachine, 'pending', 'redeliver')).toBeUndefined()
})
