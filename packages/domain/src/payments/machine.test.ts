import { describe, expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { completedStates, type PaymentInput, paymentMachine, type PaymentState, paymentStates } from './machine.ts'

type Row = readonly [from: PaymentState, input: PaymentInput, to: PaymentState, emits: readonly string[]]

const lifecycle: readonly Row[] = [
  ['pending', 'detect', 'detected', ['payment.pending']],
  ['pending', 'expire', 'expired', ['payment.expired']],
  ['pending', 'withdraw', 'failed', ['payment.failed']],
  ['detected', 'include', 'detected', ['payment.confirming']],
  ['detected', 'confirm', 'confirmed', ['payment.completed', 'payment.confirmed']],
  ['detected', 'vanish', 'pending', []],
  ['detected', 'die', 'failed', ['payment.failed']],
  ['detected', 'withdraw', 'failed', ['payment.failed']],
  ['expired', 'detect', 'detected', ['payment.pending']],
  ['confirmed', 'sign', 'forwarding', ['payment.forwarding']],
  ['forwarding', 'settle', 'forwarded', ['payment.forwarded']],
  ...paymentStates.map((state): Row => [state, 'refund', state, ['payment.refunded']]),
]

const inputs = [...new Set(lifecycle.map(([, input]) => input))]
const everyCell = paymentStates.flatMap((state) => inputs.map((input) => [state, input] as const))

describe('the life of a payment', () => {
  test('shows seven statuses to clients', () => {
    expect(paymentStates).toEqual(['pending', 'detected', 'expired', 'confirmed', 'forwarding', 'forwarded', 'failed'])
  })

  test('starts pending and emits payment.created', () => {
    expect([paymentMachine.initial, paymentMachine.opens]).toEqual(['pending', 'payment.created'])
  })

  test.each(lifecycle)('a %s payment accepts %s, becomes %s and emits %j', (...[from, input, to, emits]) => {
    expect(findMove(paymentMachine, from, input)).toEqual({ to, emits })
  })

  test.each(everyCell.filter(([state, input]) => !lifecycle.some(([from, taken]) => from === state && taken === input)))(
    'a %s payment rejects %s',
    (state, input) => {
      expect(findMove(paymentMachine, state, input)).toBeUndefined()
    },
  )

  test('leaves forwarded and failed never, and expired by one input', () => {
    const waysOut = (state: PaymentState) => Object.values(paymentMachine.states[state]).filter((row) => row.to !== state)
    expect(paymentStates.filter((state) => waysOut(state).length === 0)).toEqual(['forwarded', 'failed'])
    expect(waysOut('expired')).toHaveLength(1)
  })

  test('never leaves the completed states once the money is the merchant’s', () => {
    const left = completedStates.flatMap((state) => Object.values(paymentMachine.states[state]).map((row) => row.to))
    expect(left.every((to) => completedStates.some((state) => state === to))).toBe(true)
  })
})
