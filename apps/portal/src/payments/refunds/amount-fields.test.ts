import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AmountFields } from './amount-fields.tsx'
import type { RefundChoice, RefundFacts } from './refund-plan.ts'

const facts: RefundFacts = {
  payment: { amount: 50, crypto_amount: '0.001', amount_received: '0.0012', currency: 'USD', blockchain: 'BTC', status: 'forwarded' },
  rate: { rate: '50000', spread_percent: 0 },
  leftUnits: 120_000n,
  current: undefined,
}
const PROBLEM = 'is more than is left to refund'
const shown = (part: RefundChoice['part'], problem?: string): string => {
  const choice = { part, unit: 'fiat', typed: '', rate: 'payment' } as const
  return renderToStaticMarkup(createElement(AmountFields, { facts, choice, onChange: () => undefined, problem }))
}

test.each(['rest', 'surplus'] as const)('what is wrong with the amount is told where none is typed: %s', (part) => {
  expect(shown(part, PROBLEM)).toMatch(/role="alert".*The amount is more than is left to refund/)
  expect(shown(part)).not.toContain('alert')
})

test('what is wrong with a typed amount is told once, at its field', () => {
  expect(shown('part', PROBLEM)).toMatch(/aria-invalid="true".*Is more than is left to refund/)
  expect(shown('part', PROBLEM)).not.toContain('The amount is')
})
