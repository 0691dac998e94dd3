import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { MERCHANT_BTC, MERCHANT_ETH } from './test-server.ts'

const FORMER_ETH = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const ed25519 = generateKeyPairSync('ed25519')
const x25519 = generateKeyPairSync('x25519')
const spki = (key: typeof ed25519.publicKey) => key.export({ format: 'der', type: 'spki' }).toString('base64')
const pkcs8 = (key: typeof ed25519.privateKey) => key.export({ format: 'der', type: 'pkcs8' }).toString('base64')

const complete = {
  DATABASE_URL: 'postgres://gateway@127.0.0.1:5432/gateway',
  CHAINS: 'BTC,ETH',
  BTC_NETWORK: 'regtest',
  ETH_CHAIN_ID: '31337',
  ETH_DEPOSIT_FACTORY: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  ETH_USDC_ADDRESS: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  PUBLIC_BASE_URL: 'https://pay.example/',
  DEPLOYMENT_ID: 'test',
  MERCHANT_TOKEN_KEY: pkcs8(ed25519.privateKey),
  POOL_PUBLIC_KEY: spki(ed25519.publicKey),
  WEBHOOK_SEALING_KEY: spki(x25519.publicKey),
  PARTY_TOKEN_KEY: '07'.repeat(32),
  PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC, ETH: MERCHANT_ETH }),
}

describe('readConfig', () => {
  test('listens on loopback by default', () => {
    expect(readConfig(complete)).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4000,
      PUBLIC_BASE_URL: 'https://pay.example',
      NODE_ENV: 'production',
    })
  })

  test('names every invalid variable at once and shows none of their values', () => {
    const bad = {
      ...complete,
      DATABASE_URL: 'mysql://root:hunter2@db',
      PORT: '70000',
      MERCHANT_TOKEN_KEY: 'c2VjcmV0',
      POOL_PUBLIC_KEY: spki(x25519.publicKey),
      DEPLOYMENT_ID: '',
    }
    const message = messageOf(() => readConfig(bad))
    for (const name of ['DATABASE_URL', 'PORT', 'MERCHANT_TOKEN_KEY', 'POOL_PUBLIC_KEY', 'DEPLOYMENT_ID']) expect(message).toContain(name)
    expect(message).not.toMatch(/hunter2|c2VjcmV0|70000/)
  })

  test.each([
    ['ETH_DEPOSIT_FACTORY', { ETH_DEPOSIT_FACTORY: '' }],
    ['PLATFORM_ADDRESSES: BTC', { PLATFORM_ADDRESSES: JSON.stringify({ ETH: MERCHANT_ETH }) }],
    ['PLATFORM_ADDRESSES: ETH', { PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC, ETH: MERCHANT_BTC }) }],
    ['PLATFORM_ADDRESSES: ETH', { PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC, ETH: [MERCHANT_ETH, MERCHANT_BTC] }) }],
    ['PLATFORM_ADDRESSES', { PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC, ETH: [] }) }],
    ['PLATFORM_ADDRESSES', { PLATFORM_ADDRESSES: '[1]' }],
    [
      'PLATFORM_ADDRESSES: names an unknown chain: XMR',
      { PLATFORM_ADDRESSES: JSON.stringify({ BTC: MERCHANT_BTC, ETH: MERCHANT_ETH, XMR: '4…' }) },
    ],
    ['DECIDER_ADDRESSES: names an unknown chain: XMR', { DECIDER_ADDRESSES: JSON.stringify({ XMR: MERCHANT_ETH }) }],
    ['DECIDER_ADDRESSES: ETH', { DECIDER_ADDRESSES: JSON.stringify({ ETH: MERCHANT_BTC }) }],
    ['EGRESS_ALLOW', { EGRESS_ALLOW: 'everything' }],
    ['PAYMENT_RULES.confirmations.BTC.0', { PAYMENT_RULES: '{"confirmations":{"BTC":[0,1,1,1]}}' }],
    ['PLANS.starter.feeBps', { PLANS: '{"starter":{"feeBps":5000}}' }],
    ['PAYMENT_WINDOW_SECONDS', { PAYMENT_WINDOW_SECONDS: '30' }],
  ])('refuses to start with an invalid %s', (name, change) => {
    expect(messageOf(() => readConfig({ ...complete, ...change }))).toContain(name)
  })

  test('takes one fee address per chain or a list, in their canonical spelling', () => {
    const given = { BTC: MERCHANT_BTC.toUpperCase(), ETH: [FORMER_ETH, MERCHANT_ETH.toLowerCase()] }
    const { custody } = readConfig({ ...complete, PLATFORM_ADDRESSES: JSON.stringify(given) })
    expect(custody.platformAddresses).toEqual({ BTC: [MERCHANT_BTC], ETH: [FORMER_ETH, MERCHANT_ETH] })
  })

  test('rejects a failpoint in production', () => {
    expect(messageOf(() => readConfig({ ...complete, FAILPOINT: 'afterCreateCommit' }))).toContain('FAILPOINT: is refused in production')
  })

  test('serves the start page of npm run dev in development only', () => {
    const shown = { ...complete, START_PAGE_FOLDER: '/srv/gateway/.data/start' }
    expect(messageOf(() => readConfig(shown))).toContain('START_PAGE_FOLDER: is refused in production')
    expect(readConfig({ ...shown, NODE_ENV: 'development' }).START_PAGE_FOLDER).toBe('/srv/gateway/.data/start')
  })

  test('allows webhooks to private hosts in development only', () => {
    const allowed = { ...complete, EGRESS_ALLOW: '127.0.0.1:*,[::1]:8080' }
    expect(messageOf(() => readConfig(allowed))).toContain('EGRESS_ALLOW: is refused in production')
    expect(readConfig({ ...allowed, NODE_ENV: 'development' }).EGRESS_ALLOW).toEqual([
      { host: '127.0.0.1', port: 'any' },
      { host: '[::1]', port: 8080 },
    ])
  })
})

function messageOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return ''
}
