import { expect, test } from 'vitest'
import type { GaugeRow } from '../metrics/gauge.ts'
import { findFiring } from './find-firing.ts'

const firing = (metric: string, ...rows: GaugeRow[]) => findFiring(new Map([[metric, rows]])).map(({ name }) => name)

test('an alert fires when one row meets its condition', () => {
  expect(firing('pauses_set', { kind: 'asset', value: 0 }, { kind: 'global', value: 1 })).toEqual(['PayoutsPaused'])
  expect(firing('pauses_set', { kind: 'asset', value: 0 })).toEqual([])
  expect(firing('pool_free_addresses', { chain: 'BTC', value: '200' })).toEqual(['PoolLow'])
})

test('an alert names the chains on which it fires', () => {
  const rows: GaugeRow[] = [
    { chain: 'BTC', value: 9 },
    { chain: 'ETH', value: 0 },
    { chain: 'POL', value: 6 },
  ]
  const [behind] = findFiring(new Map([['scanner_lag_blocks', rows]]))
  expect(behind).toMatchObject({ name: 'ScannerBehind', chains: ['BTC', 'POL'] })
  const [low] = findFiring(new Map([['gas_payer_balance_coins', [{ chain: 'ETH', value: 0 }]]]))
  expect(low).toMatchObject({ name: 'GasPayerLow', chains: ['ETH'], area: 'treasury' })
  const [paused] = findFiring(new Map([['pauses_set', [{ kind: 'global', value: 1 }]]]))
  expect(paused).toMatchObject({ chains: [], area: 'pauses' })
})

test('a condition on a label reads only rows with that label', () => {
  expect(firing('role_heartbeat_age_seconds', { role: 'signer', value: 61 })).toContain('SignerSilent')
  expect(firing('role_heartbeat_age_seconds', { role: 'audit', value: 61 })).not.toContain('SignerSilent')
  expect(firing('invariant_run_age_seconds', { form: 'coins:ETH', value: 901 })).toEqual(['InvariantsNotChecked'])
  expect(firing('invariant_run_age_seconds', { form: 'coins:ETH', value: 899 })).toEqual([])
})

test('a part of a condition that only Prometheus can answer does not hide the other part', () => {
  expect(firing('payments_reorged', { money: 'awaited', value: 1 })).toEqual(['PaymentReorged'])
  expect(firing('payments_reorged', { money: 'lost', value: 1 })).toEqual([])
})

test('finality that stalls is an alarm after half an hour, on Polygon after two minutes', () => {
  const stalled = (chain: string, value: number) => firing('finality_stalled_seconds', { chain, value })
  expect([stalled('ETH', 1_800), stalled('POL', 120)]).toEqual([[], []])
  expect([stalled('ETH', 1_801), stalled('POL', 121)]).toEqual([['FinalityStalled'], ['FinalityStalled']])
})

test('nothing fires without rows', () => expect(findFiring(new Map())).toEqual([]))
