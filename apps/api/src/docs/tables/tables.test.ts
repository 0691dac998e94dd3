import { eventNames, webhookEvents } from '@gateway/contract/events'
import type { Machine } from '@gateway/domain/kernel/machine'
import { paymentMachine, paymentStates } from '@gateway/domain/payments/machine'
import { allExceptions } from '@gateway/domain/payments/assessment'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { describe, expect, test } from 'vitest'
import { testDeployment } from '../test-deployment.ts'
import { exceptionCases } from './exception-cases.ts'
import { feeExample, planTable, refundTable } from './money.ts'
import { eventStatusTable, statusEventTable } from './status-events.ts'
import { statusTable } from './statuses.ts'

/** The rows of a table as texts of their cells. */
const rowsOf = ({ markup }: { markup: string }): string[][] =>
  [...markup.matchAll(/<tr role="row"[^>]*>(.*?)<\/tr>/gs)].slice(1).map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  )

describe('the tables of statuses and events', () => {
  test('name every status once, from pending to failed', () => {
    const shown = rowsOf(statusTable()).map(([name = '']) => name.split(' ').at(-1))
    expect(shown).toEqual(['pending', 'detected', 'confirmed', 'forwarding', 'forwarded', 'expired', 'failed'])
    expect(new Set(shown)).toEqual(new Set(paymentStates))
  })

  test('name for every change of the machine its status before, after, and its events', () => {
    const rows = rowsOf(statusEventTable())
    const machine: Machine = paymentMachine
    const changes = Object.entries(machine.states).flatMap(([from, inputs]) =>
      Object.values(inputs).map(({ to, emits = [] }) => ({ from, to, emits })),
    )
    // A refund can happen in every status and changes none.
    const happensInAny = (event: string): boolean =>
      paymentStates.every((state) => changes.some(({ to, emits }) => to === state && emits.includes(event)))
    const changing = changes.filter(({ emits }) => !emits.some(happensInAny))
    expect(changing.length).toBeGreaterThan(8)
    for (const { from, to, emits } of changing) {
      const row = rows.find(
        ([status = '', before = '', events = '']) =>
          status.endsWith(` ${to}`) && before.split(' or ').includes(from) && (emits.join(' ') || 'none of its own') === events,
      )
      expect([from, to, row !== undefined]).toEqual([from, to, true])
    }
  })

  test('say of every payment event which status follows, or that it changes none', () => {
    const rows = rowsOf(eventStatusTable())
    expect(rows.map(([name]) => name)).toEqual(eventNames.filter((name) => webhookEvents[name].subject === 'payment'))
    const after = Object.fromEntries(rows.map(([name, status]) => [name, status]))
    expect(after).toMatchObject({
      'payment.created': 'Pending',
      'payment.pending': 'Detected',
      'payment.completed': 'Confirmed',
      'payment.refunded': 'unchanged',
      'payment.failed': 'Failed',
    })
  })
})

test('every exception has a case that says what happened, where the money is, what to do and what it costs', () => {
  const cases = exceptionCases(defaultRules)
  for (const flag of allExceptions) {
    expect(cases[flag].length).toBeGreaterThan(0)
    for (const { happened, money, todo, fee } of cases[flag])
      expect([happened, money, todo, fee].every((text) => /[.]$/.test(text))).toBe(true)
  }
})

test('the limits of late money are those of the deployment', () => {
  const { late } = exceptionCases({ ...defaultRules, lateWindowMs: 7 * 24 * 60 * 60 * 1_000, keptBps: 9_500 })
  expect(late.map(({ when }) => when)).toEqual([
    'up to 7 days after expiry, the price held',
    'up to 7 days after expiry, the price fell',
    'more than 7 days after expiry',
  ])
  expect(late[0]?.happened).toContain('at least 95 % of the locked rate')
})

test('fee and monthly limit are those of the deployment', () => {
  const plans = { starter: { feeBps: 75, monthlyTransactions: 1_000_000_000 }, professional: { feeBps: 0, monthlyTransactions: 2_500 } }
  expect(rowsOf(planTable(plans))).toEqual([
    ['Starter starter', '0.75 %', 'no limit'],
    ['Professional professional', '0 %', '2,500'],
  ])
})

test('the example of a fee adds up to the last unit', () => {
  const [received = 0, fee = 0, network = 0, merchant = 0] = rowsOf(feeExample(testDeployment)).map(([, amount = '']) =>
    Math.round(Number(amount.replace(' BTC', '')) * 1e8),
  )
  expect([received, fee]).toEqual([274_310, 2_743])
  expect(fee + network + merchant).toBe(received)
})

test('the gateway returns held money exactly in the assets whose addresses allow it', () => {
  const ways = rowsOf(refundTable(testDeployment)).map(([name = '', way = '']) => [
    name.split(' ').at(-1),
    way.includes('The gateway returns'),
  ])
  expect(ways).toEqual([
    ['BTC', true],
    ['ETH', false],
    ['USDC_ETH', false],
  ])
})
