import { expect, test } from 'vitest'
import { chainOf, chaosAssets, chaosChains, factsOf, shares } from './chains.ts'
import { victimsOf } from './faults.ts'
import { escrowAssets } from './escrow-orders.ts'
import { drawPlan } from './plan.ts'

const few = { escrows: 6, series: 2, cards: 8, invoices: 9, sends: 0 }
const wishes = [
  { seed: '1', payments: 1, ...few, kills: 0 },
  { seed: 'a night', payments: 6, ...few, kills: 2 },
  { seed: '2', payments: 40, ...few, kills: 8 },
  { seed: '3', payments: 500, ...few, kills: 50 },
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
  expect(drawPlan({ seed: '1', payments: 40, ...few, kills: 8 })).not.toEqual(drawPlan({ seed: '2', payments: 40, ...few, kills: 8 }))
})

test('a plan of forty payments has twenty-seven exact ones, at least one of each rare kind, and kills that hit each process once', () => {
  const victims = victimsOf({ hasLightning: false })
  const { orders, faults } = drawPlan({ seed: '7', payments: 40, ...few, kills: victims.length })
  expect(countsOf(orders, ({ behaviour }) => behaviour)).toEqual({
    exact: 27,
    over: 2,
    late: 2,
    under: 2,
    back: 2,
    never: 2,
    twice: 1,
    unsupported: 1,
    respent: 1,
  })
  const killed = faults.flatMap((fault) => (fault.does === 'kill' ? [fault.victim] : []))
  expect(killed.toSorted()).toEqual([...victims].toSorted())
})

test('the payments of a plan are in the assets of the safety design', () => {
  const { orders } = drawPlan({ seed: '3', payments: 500, ...few, kills: 0 })
  expect(countsOf(orders, ({ asset }) => asset)).toEqual(shares)
})

test.each([10, 60])('every asset is in a plan of %i payments', (payments) => {
  expect(Object.keys(countsOf(drawPlan({ seed: '1', payments, ...few, kills: 0 }).orders, ({ asset }) => asset)).toSorted()).toEqual(
    chaosAssets.toSorted(),
  )
})

test('nodes of every chain lie before one lies again, and blocks of every chain are replaced before one loses some again', () => {
  const { faults } = drawPlan({ seed: '3', payments: 60, ...few, kills: 4 * chaosChains.length })
  const struck = (does: 'lie' | 'reorganise') =>
    countsOf(
      faults.filter((fault) => fault.does === does),
      (fault) => ('chain' in fault ? fault.chain : ''),
    )
  expect(struck('lie')).toEqual(Object.fromEntries(chaosChains.map((chain) => [chain, 4])))
  expect(struck('reorganise')).toEqual(Object.fromEntries(chaosChains.map((chain) => [chain, 1])))
})

test.each([
  ...chaosChains.map((chain) => ({ what: chain, needs: ['signer', 'signer-2', 'temporal', chain] })),
  { what: 'the API', needs: ['api'] },
  { what: 'the worker', needs: ['worker'] },
  { what: 'the second worker', needs: ['worker-2'] },
])('every process that $what needs runs for half a minute between two stops', ({ needs }) => {
  const stops = drawPlan({ seed: '1', payments: 500, ...few, kills: 60 }).faults.flatMap((fault) => (fault.does === 'stop' ? [fault] : []))
  expect(stops).toHaveLength(24)
  const own = stops.filter(({ victim }) => needs.includes(victim))
  expect(own.length).toBeGreaterThan(1)
  own.reduce((before, stop) => {
    expect(stop.atMs - before.atMs - before.forMs).toBeGreaterThanOrEqual(30_000)
    return stop
  })
})

test('payments that keys hold are refunded, some of them paid late and some in time, and only those in outputs are double-spent', () => {
  const { orders } = drawPlan({ seed: '3', payments: 2_000, ...few, kills: 0 })
  const back = orders.filter(({ behaviour }) => behaviour === 'back')
  const respent = orders.filter(({ behaviour }) => behaviour === 'respent')
  expect(back.filter(({ asset }) => factsOf(chainOf(asset)).hasContracts)).toEqual([])
  expect(new Set(respent.map(({ asset }) => asset))).toEqual(new Set(['BTC', 'BCH']))
  expect(new Set(back.map(({ tooLate }) => tooLate))).toEqual(new Set([true, false]))
})

test('another token goes to addresses for the coins of chains with tokens only, and third parties flush payments with one round only', () => {
  const { orders } = drawPlan({ seed: '3', payments: 2_000, ...few, kills: 0 })
  const odd = orders.filter(({ behaviour }) => behaviour === 'unsupported' || behaviour === 'twice')
  expect(new Set(odd.flatMap(({ behaviour, asset }) => (behaviour === 'unsupported' ? [asset] : [])))).toEqual(
    new Set(['ETH', 'POL', 'SOL']),
  )
  expect(odd.filter(({ flushedAfterMs }) => flushedAfterMs !== undefined)).toEqual([])
})

test('half of sixty escrows are raced for, in every asset that serves escrows, and each of twenty series is charged three times', () => {
  const { escrowOrders, seriesOrders } = drawPlan({
    seed: '3',
    payments: 300,
    escrows: 60,
    series: 20,
    cards: 60,
    invoices: 40,
    sends: 0,
    kills: 30,
  })
  expect(countsOf(escrowOrders, ({ behaviour }) => behaviour)).toEqual({ race: 30, release: 9, refund: 9, over: 6, dispute: 3, never: 3 })
  expect(new Set(escrowOrders.map(({ asset }) => asset))).toEqual(new Set(escrowAssets))
  expect(new Set(escrowOrders.filter(({ behaviour }) => behaviour === 'race').map(({ commands }) => commands.length))).toEqual(new Set([3]))
  expect(seriesOrders.map(({ dueAfterMs }) => dueAfterMs.length)).toEqual(Array.from({ length: 20 }, () => 2))
})

test.each([0, 1, 6, 12])('a plan of %i escrows has so many, at every kind where there are enough', (escrows) => {
  const { escrowOrders } = drawPlan({ seed: '1', payments: 10, escrows, series: 0, cards: 0, invoices: 0, sends: 0, kills: 0 })
  expect(escrowOrders).toHaveLength(escrows)
  expect(new Set(escrowOrders.map(({ behaviour }) => behaviour)).size).toBe(escrows < 6 ? Math.min(1, escrows) : 6)
})

test('of sixty card payments every kind is played, and half meet a fault of the processor', () => {
  const { cardOrders } = drawPlan({ seed: '3', payments: 300, escrows: 60, series: 20, cards: 60, invoices: 40, sends: 0, kills: 30 })
  const played = countsOf(cardOrders, ({ behaviour }) => behaviour)
  expect(played).toEqual({ direct: 12, parts: 12, release: 9, part_release: 6, returned: 6, taken_back: 6, race: 6, fails: 3 })
  expect(cardOrders.filter(({ fault }) => fault)).toHaveLength(30)
})

test('of forty invoices every kind is played, ten are paid twice, and they are in every asset', () => {
  const { invoiceOrders } = drawPlan({ seed: '3', payments: 300, escrows: 60, series: 20, cards: 60, invoices: 40, sends: 0, kills: 30 })
  const played = countsOf(invoiceOrders, ({ behaviour }) => behaviour)
  expect(played).toEqual({ twice: 10, exact: 8, both: 5, overdue: 4, crossing: 3, seen: 3, late: 3, void: 2, credited: 2 })
  expect(new Set(invoiceOrders.map(({ asset }) => asset))).toEqual(new Set(chaosAssets))
})

test('of two hundred Lightning payments every kind is played between different wallets, and their processes are killed too', () => {
  const victims = victimsOf({ hasLightning: true })
  const { sendOrders, faults } = drawPlan({ seed: '3', payments: 60, ...few, sends: 200, kills: victims.length })
  const played = countsOf(sendOrders, ({ behaviour }) => behaviour)
  expect(played).toEqual({ outside: 70, inside: 40, received: 30, twice: 20, held: 20, returned: 10, refused: 10 })
  expect(sendOrders.filter(({ wallet, otherWallet }) => wallet === otherWallet)).toEqual([])
  const killed = faults.flatMap((fault) => (fault.does === 'kill' ? [fault.victim] : []))
  expect(killed).toEqual(expect.arrayContaining(['ln-pay', 'lightning', 'lightning-other']))
})

function countsOf<Thing>(things: readonly Thing[], nameOf: (thing: Thing) => string): Record<string, number> {
  return Object.fromEntries(Object.entries(Object.groupBy(things, nameOf)).map(([name, all = []]) => [name, all.length]))
}
