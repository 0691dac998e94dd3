import { expect, test } from 'vitest'
import { victims } from './faults.ts'
import { drawPlan } from './plan.ts'

const wishes = [
  { seed: '1', payments: 1, kills: 0 },
  { seed: 'a night', payments: 6, kills: 2 },
  { seed: '2', payments: 40, kills: 8 },
  { seed: '3', payments: 500, kills: 50 },
]

test.each(wishes)('the same seed draws the same plan: %o', (wish) => {
  expect(drawPlan(wish)).toEqual(drawPlan(wish))
})

test.each(wishes)('a plan has the requested numbers of payments and kills, the payments in order: %o', (wish) => {
  const { orders, faults } = drawPlan(wish)
  expect(orders.map(({ n }) => n)).toEqual(Array.from({ length: wish.payments }, (_, n) => n))
  expect(faults.filter(({ does }) => does === 'kill')).toHaveLength(wish.kills)
})

test('another seed draws another plan', () => {
  expect(drawPlan({ seed: '1', payments: 40, kills: 8 })).not.toEqual(drawPlan({ seed: '2', payments: 40, kills: 8 }))
})

test('a plan of forty payments has twenty-seven exact ones, at least one of each rare kind, and eight kills that hit each process once', () => {
  const { orders, faults } = drawPlan({ seed: '7', payments: 40, kills: 8 })
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(orders, ({ behaviour }) => behaviour)).map(([kind, all]) => [kind, all.length]),
  )
  expect(counts).toEqual({ exact: 27, over: 2, late: 2, under: 2, back: 2, never: 2, twice: 1, unsupported: 1, respent: 1 })
  const killed = faults.flatMap((fault) => (fault.does === 'kill' ? [fault.victim] : []))
  expect(killed.toSorted()).toEqual([...victims].toSorted())
})

test.each([
  { what: 'BTC', needs: ['signer', 'temporal', 'bitcoind'] },
  { what: 'ETH', needs: ['signer', 'temporal', 'anvil'] },
  { what: 'the API', needs: ['api'] },
  { what: 'the worker', needs: ['worker'] },
  { what: 'the second worker', needs: ['worker-2'] },
])('every process that $what needs runs for half a minute between two stops', ({ needs }) => {
  const stops = drawPlan({ seed: '1', payments: 500, kills: 50 }).faults.flatMap((fault) => (fault.does === 'stop' ? [fault] : []))
  expect(stops).toHaveLength(20)
  const own = stops.filter(({ victim }) => needs.includes(victim))
  expect(own.length).toBeGreaterThan(1)
  own.reduce((before, stop) => {
    expect(stop.atMs - before.atMs - before.forMs).toBeGreaterThanOrEqual(30_000)
    return stop
  })
})

test('refunded payments are in Bitcoin, some paid late and some in time', () => {
  const back = drawPlan({ seed: '3', payments: 500, kills: 0 }).orders.filter(({ behaviour }) => behaviour === 'back')
  expect(new Set(back.map(({ asset }) => asset))).toEqual(new Set(['BTC']))
  expect(new Set(back.map(({ tooLate }) => tooLate))).toEqual(new Set([true, false]))
})

test('another token goes to addresses for ether only, and third parties flush payments with one round only', () => {
  const { orders } = drawPlan({ seed: '3', payments: 500, kills: 0 })
  const odd = orders.filter(({ behaviour }) => behaviour === 'unsupported' || behaviour === 'twice')
  expect(new Set(odd.flatMap(({ behaviour, asset }) => (behaviour === 'unsupported' ? [asset] : [])))).toEqual(new Set(['ETH']))
  expect(odd.filter(({ flushedAfterMs }) => flushedAfterMs !== undefined)).toEqual([])
})
