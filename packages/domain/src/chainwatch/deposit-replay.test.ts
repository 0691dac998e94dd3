import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ObservationKind } from './deposit.ts'
import { replayDeposit, type Observation, type DepositLocation } from './deposit-replay.ts'

const NOON = Date.UTC(2026, 9, 1, 12)
const minute = (number: number) => new Date(NOON + number * 60_000)

const saw = (kind: ObservationKind, at: number, height: number | null = null): Observation => ({
  depositId: 'BTC:a:0',
  txId: 'a',
  subjectId: 'payment',
  asset: 'BTC',
  units: 5n,
  kind,
  height,
  blockHash: height === null ? null : `block-${height}`,
  at: minute(at),
  inheritedArrival: null,
})

const tell = (chain: 'BTC' | 'ETH', ...seen: readonly Observation[]): DepositLocation | undefined =>
  seen.reduce<DepositLocation | undefined>((before, next) => replayDeposit(before, next, chain), undefined)

describe('a deposit', () => {
  test('arrives at its first sighting and is located by its latest one', () => {
    const known = tell('BTC', saw('seen', 1), saw('included', 3, 7))
    expect(known).toMatchObject({ state: 'included', height: 7, blockHash: 'block-7', arrivedAt: minute(1), steady: true })
  })

  test('keeps the arrival of the deposit it replaces beside its own', () => {
    const replacement = { ...saw('seen', 20), inheritedArrival: minute(1) }
    expect(tell('BTC', replacement, saw('included', 21, 7))).toMatchObject({ arrivedAt: minute(20), inheritedArrival: minute(1) })
  })

  test('returns to the mempool when its block is orphaned, or is gone on a chain without a watched mempool', () => {
    expect(tell('BTC', saw('included', 1, 7), saw('orphaned', 2, 7))).toMatchObject({ state: 'seen', height: null, goneAt: null })
    expect(tell('ETH', saw('included', 1, 7), saw('orphaned', 2, 7))).toMatchObject({ state: 'gone', height: null, goneAt: minute(2) })
  })

  test('stays marked replaced after vanishing, is dead once proven, and is alive again when mined', () => {
    const dead = tell('BTC', saw('seen', 1), saw('vanished', 2), saw('died', 9, 20))
    expect(dead).toMatchObject({ state: 'gone', goneAt: minute(2), replaced: true, dead: true, steady: false })
    const back = tell('BTC', saw('seen', 1), saw('vanished', 2), saw('died', 9, 20), saw('included', 10, 21))
    expect(back).toMatchObject({ state: 'included', goneAt: null, replaced: true, dead: false, steady: false, arrivedAt: minute(1) })
  })

  test('takes the amount and owner found at its position after a reorg', () => {
    const moved = { ...saw('included', 3, 8), subjectId: 'another', units: 6n }
    expect(tell('ETH', saw('included', 1, 7), saw('orphaned', 2, 7), moved)).toMatchObject({
      subjectId: 'another',
      units: 6n,
      reorged: true,
    })
  })

  test('gets a height exactly when a block includes it, for any observations', () => {
    const kinds = fc.constantFrom<ObservationKind>('seen', 'included', 'vanished', 'orphaned', 'died')
    fc.assert(
      fc.property(fc.constantFrom('BTC', 'ETH'), fc.array(kinds, { minLength: 1 }), (chain, seen) => {
        const known = tell(chain, ...seen.map((kind, at) => saw(kind, at, kind === 'included' ? at : null)))
        expect(known?.height === null).toBe(known?.state !== 'included')
        expect(known?.arrivedAt).toEqual(minute(0))
      }),
    )
  })
})
