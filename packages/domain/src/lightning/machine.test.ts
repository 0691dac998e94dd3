import { expect, test } from 'vitest'
import { findMove, unreachableStates } from '../kernel/machine.ts'
import { lightningMachine, lightningStates } from './machine.ts'

test('a Lightning payment is settled or fails once, and tells when it is settled', () => {
  expect(lightningStates).toEqual(['pending', 'settled', 'failed'])
  expect(unreachableStates(lightningMachine)).toEqual([])
  expect(findMove(lightningMachine, 'pending', 'settle')).toEqual({ to: 'settled', emits: ['lightning.payment.settled'] })
  expect(findMove(lightningMachine, 'pending', 'fail')).toEqual({ to: 'failed', emits: [] })
  for (const ended of ['settled', 'failed'] as const)
    for (const input of ['settle', 'fail'] as const) expect(findMove(lightningMachine, ended, input)).toBeUndefined()
})
