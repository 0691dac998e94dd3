import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const complete = {
  DATABASE_URL: 'postgres://gateway@127.0.0.1:5432/gateway',
  CHAINS: 'BTC',
  BTC_NETWORK: 'regtest',
  PUBLIC_BASE_URL: 'https://pay.example',
  WORKER_ROLES: 'rates',
}
const off = { RATES_OKX_URL: 'off', RATES_KRAKEN_URL: 'off', RATES_BITSTAMP_URL: 'off' }

describe('the rates role', () => {
  test.each([
    ['with the public sources and no setting', {}],
    ['with fixed prices and any sources', { ...off, STATIC_RATES: '{"BTC/USD":"60000"}' }],
  ])('starts %s', (_what, settings) => {
    expect(readConfig({ ...complete, ...settings }).common.WORKER_ROLES).toEqual(['rates'])
  })

  test.each([
    ['with neither fixed prices nor three sources', off, 'RATES_*_URL: at least 3 rate sources, or STATIC_RATES'],
    ['with a source over plain http in production', { RATES_OKX_URL: 'http://okx.example/' }, 'RATES_OKX_URL: plain http'],
    ['with an invalid address', { RATES_OKX_URL: 'okx' }, 'RATES_OKX_URL'],
    ['with fixed prices that are no decimals', { STATIC_RATES: '{"BTC/USD":60000}' }, 'STATIC_RATES: must be a JSON object'],
  ])('refuses to start %s', (_what, settings, problem) => {
    expect(() => readConfig({ ...complete, ...settings })).toThrow(problem)
  })

  test('other roles ignore the rate sources', () => {
    expect(readConfig({ ...complete, ...off, WORKER_ROLES: 'relay' }).common.WORKER_ROLES).toEqual(['relay'])
  })
})

test.each([
  ['chain', 'GAS_PAYER_ADDRESSES'],
  ['signer', 'PLATFORM_ADDRESSES'],
] as const)('the %s role refuses an unknown chain in %s', (role, name) => {
  const config = readConfig({ ...complete, WORKER_ROLES: role, [name]: '{"XMR":"4…"}' })
  expect(() => config.forRole(role)).toThrow(`${name}: names an unknown chain: XMR`)
})

describe('the issuer role', () => {
  const ISSUER_KEY = '0a'.repeat(32)
  const start = (settings: Readonly<Record<string, string>>) => readConfig({ ...complete, ...settings }).forRole('issuer')

  test('has the key that it is given', () => {
    expect(start({ WORKER_ROLES: 'issuer', ISSUER_KEY }).ISSUER_KEY.export().toString('hex')).toBe(ISSUER_KEY)
  })

  test.each([{}, { ISSUER_KEY: '0a' }, { ISSUER_KEY: 'x'.repeat(64) }])('does not start with %j', (settings) => {
    expect(() => start({ WORKER_ROLES: 'issuer', ...settings })).toThrow('ISSUER_KEY')
  })

  test('shares no process with others in production', () => {
    const settings = { ...complete, NODE_ENV: 'production', ISSUER_KEY }
    expect(() => readConfig({ ...settings, WORKER_ROLES: 'relay,issuer' })).toThrow(
      'WORKER_ROLES: the role issuer runs alone in production',
    )
    expect(readConfig({ ...settings, WORKER_ROLES: 'issuer' }).common.WORKER_ROLES).toEqual(['issuer'])
  })

  test('keeps its key from the others', () => {
    expect(readConfig({ ...complete, WORKER_ROLES: 'relay', ISSUER_KEY }).forRole('relay')).not.toHaveProperty('ISSUER_KEY')
  })
})
