import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scoreShares } from './formula-terms.ts'
import { reputationOf } from './formula.ts'
import { noTrust } from './trust-vector.ts'
import { anyReceipts, daysAgo, now, processorDispute, task, transaction } from './test-receipts.ts'
import { twoDecimals } from './two-decimals.ts'

const scoreOf = (...receipts: Parameters<typeof reputationOf>[0]) => reputationOf(receipts, now).score
const trustOf = (...receipts: Parameters<typeof reputationOf>[0]) => reputationOf(receipts, now).trustVector
const many = (length: number, make: (place: number) => ReturnType<typeof task>) => Array.from({ length }, (_, place) => make(place))

describe('the published vector', () => {
  const history = [transaction('X', 99, daysAgo(90)), transaction('X', 999, daysAgo(45)), task('Y', 4, now)]

  test('two transactions and a task have the published components and score', () => {
    const { score, trustVector, totalTasks } = reputationOf(history, now)
    expect(trustVector).toEqual({ E: 36.82, P: 13.04, B: 46.52, D: 16.67, R: 100, A: 100, C: 80 })
    expect([score, totalTasks]).toEqual([45.3, 3])
  })

  test('a dispute at the processor then takes all economic points, and costs behaviour', () => {
    const { score, trustVector } = reputationOf([...history, processorDispute(now)], now)
    expect(trustVector).toMatchObject({ E: 0, P: 13.04, B: 27.16 })
    expect(score).toBe(29.41)
  })
})

test('nothing counts without a receipt', () => {
  const { score, totalTasks, trustVector, antiGaming, windows } = reputationOf([], now)
  expect([score, totalTasks, trustVector, antiGaming]).toEqual([0, 0, noTrust, { flags: [], adjustedWeight: 1 }])
  expect(Object.values(windows.allTime)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, {}])
})

test('the shares of the components are the whole', () => {
  expect(Object.values(scoreShares).reduce((sum, share) => sum + share)).toBe(100)
})

describe('every history', () => {
  test('has numbers from 0 to 100 with at most two decimals, and rates from 0 to 1', () => {
    fc.assert(
      fc.property(anyReceipts, (receipts) => {
        const { score, trustVector, windows } = reputationOf(receipts, now)
        for (const value of [score, ...Object.values(trustVector)]) {
          expect(value >= 0 && value <= 100).toBe(true)
          expect(twoDecimals(value)).toBe(value)
        }
        for (const { acceptedRate, disputeRate, averageUsd, totalVolumeUsd } of Object.values(windows)) {
          expect([acceptedRate, disputeRate].every((rate) => rate >= 0 && rate <= 1)).toBe(true)
          expect(Number.isFinite(averageUsd + totalVolumeUsd)).toBe(true)
        }
      }),
    )
  })

  test('has one reputation, in whatever order its receipts come', () => {
    fc.assert(
      fc.property(
        anyReceipts.chain((receipts) => fc.tuple(fc.constant(receipts), fc.shuffledSubarray(receipts, { minLength: receipts.length }))),
        ([receipts, shuffled]) => {
          expect(reputationOf(shuffled, now)).toEqual(reputationOf(receipts, now))
        },
      ),
    )
  })

  test('has the same reputation of one moment whenever it is computed, and after it was written as JSON', () => {
    fc.assert(
      fc.property(anyReceipts, (receipts) => {
        const written: typeof receipts = JSON.parse(JSON.stringify(receipts), (name, value) =>
          name === 'createdAt' ? new Date(value) : value,
        )
        expect(reputationOf(written, now)).toEqual(reputationOf(receipts, now))
      }),
    )
  })

  test('gains by an accepted transaction with a new counterparty, as long as nothing looks like gaming', () => {
    fc.assert(
      fc.property(anyReceipts, fc.double({ min: 0, max: 1e6, noNaN: true }), (receipts, amount) => {
        const past = receipts.filter(({ createdAt }) => createdAt < now)
        const before = reputationOf(past, now)
        const after = reputationOf([...past, transaction('did:web:new.example', amount, now)], now)
        fc.pre(after.antiGaming.flags.length === 0 && before.antiGaming.flags.length === 0)
        expect(after.score).toBeGreaterThanOrEqual(before.score)
        expect(after.trustVector.R).toBe(100)
      }),
    )
  })

  test('gains nothing economic, and no behaviour, by a dispute', () => {
    fc.assert(
      fc.property(anyReceipts, (receipts) => {
        const past = receipts.filter(({ createdAt }) => createdAt < now)
        fc.pre(past.length > 0)
        const [before, after] = [trustOf(...past), trustOf(...past, processorDispute(now))]
        // More counterparties can lift a flag.
        fc.pre(before.A === after.A)
        expect(after.E).toBeLessThanOrEqual(before.E)
        expect(after.B).toBeLessThanOrEqual(before.B)
        expect(after.C).toBe(before.C)
      }),
    )
  })

  test('loses recency and diversity with time', () => {
    fc.assert(
      fc.property(anyReceipts, fc.integer({ min: 0, max: 400 }), (receipts, days) => {
        const later = reputationOf(receipts, daysAgo(-days)).trustVector
        const { R, D } = trustOf(...receipts)
        expect(later.R).toBeLessThanOrEqual(R)
        expect(later.D).toBeLessThanOrEqual(D)
      }),
    )
  })
})

describe('points', () => {
  test('halve in 90 days', () => {
    expect(trustOf(transaction('X', 0, daysAgo(90))).E).toBe(twoDecimals((100 * 5) / 55))
  })

  test('of a counterparty count ever less, whatever they are about', () => {
    const alone = trustOf(transaction('X', 0, now)).E
    expect(alone).toBe(twoDecimals((100 * 10) / 60))
    expect(trustOf(task('X', 5, daysAgo(1)), transaction('X', 0, now)).E).toBe(twoDecimals((100 * 5) / 55))
    expect(trustOf(task('Y', 5, daysAgo(1)), transaction('X', 0, now)).E).toBe(alone)
  })

  test('of unidentified payers count as those of one counterparty', () => {
    const { E, D } = trustOf(transaction(null, 0, daysAgo(0)), transaction(null, 0, now))
    expect([E, D]).toEqual([twoDecimals((100 * 15) / 65), twoDecimals(100 / 11)])
  })

  test('that are negative count whole, however often', () => {
    const gained = many(10, (place) => transaction(`did:web:${place}`, 0, daysAgo(1)))
    const with50 = trustOf(...gained, processorDispute(now)).E
    expect(with50).toBe(twoDecimals((100 * (100 * 2 ** (-1 / 90) - 50)) / (100 * 2 ** (-1 / 90))))
    expect(trustOf(...gained, processorDispute(now), processorDispute(now)).E).toBe(0)
  })

  test('of a bad task are none', () => {
    expect(trustOf(task('X', 1, now))).toMatchObject({ P: 0, B: 0, D: 0, R: 0, A: 100, C: 80 })
  })

  test('of social receipts add at most five to productivity', () => {
    const endorsements = many(40, (place) => ({
      ...task(`did:web:${place}`, 5, daysAgo(place)),
      category: 'social.endorsement' as const,
      base: 10,
    }))
    expect(trustOf(...endorsements).P).toBe(twoDecimals((100 * 5) / 30))
  })

  test('of identity and compliance move compliance within its bounds', () => {
    const of = (category: 'identity.verification' | 'compliance.violation', base: number, length: number) =>
      many(length, (place) => ({ ...task(`did:web:${place}`, 5, now), category, base }))
    expect(trustOf(...of('identity.verification', 3, 2)).C).toBe(86)
    expect(trustOf(...of('identity.verification', 3, 20)).C).toBe(100)
    expect(trustOf(...of('compliance.violation', -20, 1)).C).toBe(60)
    expect(trustOf(...of('compliance.violation', -20, 9)).C).toBe(0)
  })
})

describe('behaviour', () => {
  test('weighs a dispute like three rejections, and leaves other outcomes out', () => {
    const one = transaction('X', 0, now)
    expect(trustOf(one).B).toBe(twoDecimals(100 / 3))
    expect(trustOf(one, { ...one, outcome: 'rejected' }).B).toBe(25)
    expect(trustOf(one, { ...one, outcome: 'disputed' }).B).toBe(twoDecimals(100 / 6))
    expect(trustOf(one, { ...one, outcome: 'delivered' }).B).toBe(twoDecimals(100 / 3))
  })

  test('follows a rating rather than an outcome', () => {
    expect(trustOf({ ...task('X', 5, now), outcome: 'rejected' }).B).toBe(twoDecimals(100 / 3))
  })
})

test('recency is that of the last good receipt, and diversity that of a year', () => {
  const bad = { ...transaction('Z', 0, now), outcome: 'rejected' }
  expect(trustOf(transaction('X', 0, daysAgo(90)), bad)).toMatchObject({ R: 50, D: twoDecimals(100 / 11) })
  expect(trustOf(transaction('X', 0, daysAgo(365.5))).D).toBe(0)
})

describe('anomalies', () => {
  const minutesAgo = (minutes: number) => daysAgo(minutes / 24 / 60)

  test('50 receipts within an hour are a burst, and 49 are none', () => {
    const receipts = many(50, (place) => transaction(`did:web:${place}`, 0, minutesAgo(place)))
    expect(reputationOf(receipts, now).antiGaming).toEqual({ flags: ['burst'], adjustedWeight: 0.7 })
    expect(reputationOf(receipts, now).trustVector.A).toBe(70)
    expect(reputationOf(receipts.slice(1), now).antiGaming.flags).toEqual([])
  })

  test('50 receipts within more than an hour are none', () => {
    const receipts = many(50, (place) => transaction(`did:web:${place}`, 0, minutesAgo(place * 1.25)))
    expect(reputationOf(receipts, now).antiGaming.flags).toEqual([])
  })

  test('more than ten receipts with fewer counterparties than a tenth are of low diversity', () => {
    const receipts = many(11, (place) => transaction('X', 0, daysAgo(place)))
    expect(reputationOf(receipts, now).antiGaming).toEqual({ flags: ['low_diversity'], adjustedWeight: 0.5 })
    expect(reputationOf(receipts.slice(1), now).antiGaming.flags).toEqual([])
    expect(reputationOf([...receipts, transaction('Y', 0, now)], now).antiGaming.flags).toEqual([])
  })

  test('both take all but 35 percent of positive points, and nothing of negative ones', () => {
    const receipts = many(50, (place) => transaction('X', 0, minutesAgo(place)))
    const { antiGaming, trustVector } = reputationOf(receipts, now)
    expect([antiGaming.flags, trustVector.A]).toEqual([['burst', 'low_diversity'], 35])
    const ranks = receipts.reduce((sum, _, place) => sum + 1 / (place + 1), 0)
    expect(trustVector.E).toBeCloseTo((100 * 3.5 * ranks) / (3.5 * ranks + 50), 1)
    expect(scoreOf(...receipts, processorDispute(now))).toBeLessThan(scoreOf(...receipts))
  })
})

describe('windows', () => {
  test('count transactions and tasks of their days, with rates and means', () => {
    const { windows } = reputationOf(
      [
        transaction('X', 10.005, daysAgo(100)),
        transaction('X', 20, daysAgo(60)),
        { ...transaction('Y', 40, daysAgo(10)), outcome: 'rejected' },
        task('Y', 5, daysAgo(10)),
        { ...task('Y', 5, daysAgo(10)), category: 'social.post', base: 0.05 },
        processorDispute(daysAgo(10)),
      ],
      now,
    )
    expect(windows.last30Days).toEqual({
      taskCount: 2,
      acceptedCount: 1,
      acceptedRate: 0.5,
      disputedCount: 1,
      disputeRate: 0.5,
      totalVolumeUsd: 40,
      averageUsd: 40,
      counterparties: 1,
      categories: { 'economic.transaction': 1, 'productivity.completion': 1, 'social.post': 1, 'economic.dispute': 1 },
    })
    expect(windows.last90Days).toMatchObject({ taskCount: 3, totalVolumeUsd: 60, averageUsd: 30, counterparties: 2 })
    expect(windows.allTime).toMatchObject({ taskCount: 4, acceptedCount: 3, acceptedRate: 0.75, totalVolumeUsd: 70.01, averageUsd: 23.34 })
  })

  test('have rates of at most 1 where there are disputes without tasks', () => {
    expect(reputationOf([processorDispute(now), processorDispute(now)], now).windows.allTime).toMatchObject({
      disputedCount: 2,
      disputeRate: 1,
    })
  })
})

test.each([
  [1.005, 1.01],
  [45.295, 45.3],
  [0.004999, 0],
  [1e-9, 0],
  [99.995, 100],
  [29.414_999, 29.41],
])('%d is rounded half up to %d', (value, rounded) => expect(twoDecimals(value)).toBe(rounded))
