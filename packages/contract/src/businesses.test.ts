import type { Business } from '@gateway/domain/businesses/business'
import { describe, expect, test } from 'vitest'
import { BusinessView, presentBusiness } from './business-view.ts'
import { CreateBusinessInput, presentBusinessDetail, presentCreatedBusiness, UpdateBusinessInput } from './businesses.ts'

const id = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const issuesOf = (input: object) => CreateBusinessInput.safeParse({ name: 'Shop', ...input }).error?.issues ?? []
const problemFields = (input: object): PropertyKey[] => issuesOf(input).flatMap((issue) => issue.path)

describe('a new business', () => {
  test('requires a name only', () => {
    expect(CreateBusinessInput.parse({ name: 'Shop' })).toEqual({ name: 'Shop' })
    expect(problemFields({ name: '' })).toEqual(['name'])
    expect(problemFields({ name: 'x'.repeat(101) })).toEqual(['name'])
    expect(problemFields({ name: null })).toEqual(['name'])
  })

  test('accepts either spelling of its members', () => {
    const snake = { webhook_url: 'https://shop.example/', wallet_addresses: { btc: 'bc1q' }, time_zone: 'UTC', spread_percent: '1.25' }
    const camel = { webhookUrl: 'https://shop.example/', walletAddresses: { BTC: 'bc1q' }, timeZone: 'UTC', spreadPercent: 1.25 }
    expect(CreateBusinessInput.parse({ name: 'Shop', ...snake })).toEqual(CreateBusinessInput.parse({ name: 'Shop', ...camel }))
    expect(CreateBusinessInput.parse({ name: 'Shop', ...camel })).toMatchObject({ walletAddresses: { BTC: 'bc1q' }, spreadPercent: 125 })
  })

  test.each([
    ['category', ['books', 'a_b-9', 'x'.repeat(64), ''], ['Books', 'two words', 'x'.repeat(65), 'b\u00fccher', 'books\n', 5]],
    [
      'webhookSecret',
      ['x'.repeat(16), 'x'.repeat(128), 'with spaces and ~!"'],
      ['x'.repeat(15), 'x'.repeat(129), 'sixteen ch\u00e4racters', 'tab\tinside the text', ''],
    ],
    ['webhookEvents', [[], ['*'], ['payment.forwarded', 'payment.forwarded']], ['*', ['payment.unknown'], [5], {}, ['PAYMENT.CREATED']]],
    [
      'timeZone',
      ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
      ['Mars/Base', '+01:00', '', 'Europe/Berlin ', 5, 'IST', 'CTT', 'CET', 'SystemV/PST8'],
    ],
    ['spreadPercent', [0, 5, '0.01', 1.25, '4.99'], [-1, 5.01, 0.001, '', '1e1', 'x', true, Number.NaN]],
    ['tolerancePercent', [0, 20, '0.5'], [20.01, -0.01, '1,5']],
    ['paymentWindowSeconds', [60, 86_400, '900'], [59, 86_401, 90.5, '1e3', 'x', true]],
    [
      'walletAddresses',
      [{}, { BTC: '' }, { usdc_eth: '0x1' }, { ETH: null }, { eth: 'same', ETH: 'same' }],
      [
        'x',
        [],
        { BTC: 5 },
        { DOGE: 'D' },
        { 'u\u017fdc_eth': '0x1' },
        { BTC: 'x'.repeat(10_240) },
        { eth: 'one', ETH: 'two' },
        { __proto: 'x' },
      ],
    ],
  ])('validates %s', (member, good, bad) => {
    for (const value of good) expect([value, problemFields({ [member]: value })]).toEqual([value, []])
    for (const value of bad) expect([value, problemFields({ [member]: value })]).toEqual([value, [member]])
  })

  test('reports an unknown chain and a malformed address with their own codes', () => {
    const codeOf = (walletAddresses: object) => issuesOf({ walletAddresses }).map((issue) => 'params' in issue && issue.params)
    expect(codeOf({ DOGE: 'D' })).toEqual([{ code: 'UNSUPPORTED_BLOCKCHAIN' }])
    expect(codeOf({ BTC: 5 })).toEqual([{ code: 'INVALID_ADDRESS' }])
  })

  test('ignores members that a merchant may not set', () => {
    const sly = { plan: 'professional', feeBps: 0, merchantId: 'x', livemode: false, apiKey: 'gw_live_mine' }
    expect(CreateBusinessInput.parse({ name: 'Shop', ...sly })).toEqual({ name: 'Shop' })
  })
})

test('UpdateBusinessInput omits absent and null members and keeps empty texts', () => {
  expect(UpdateBusinessInput.parse({ id, name: null, description: '', webhook_url: '' })).toEqual({ id, description: '', webhookUrl: '' })
})

test('UpdateBusinessInput clears a tax profile that is an empty text, and names the member of a wrong one', () => {
  expect(UpdateBusinessInput.parse({ id, tax_profile: '' })).toEqual({ id, taxProfile: null })
  const [issue] = UpdateBusinessInput.safeParse({ id, tax_profile: { legal_name: 'Kestrel' } }).error?.issues ?? []
  expect(issue?.path).toEqual(['taxProfile', 'address', 'street'])
})

describe('a business in an answer', () => {
  const at = new Date('2026-10-01T12:00:00.000Z')
  const business: Business = {
    id,
    merchantId: 'm',
    mode: 'live',
    name: 'Shop',
    description: null,
    category: 'books',
    plan: 'starter',
    timeZone: 'UTC',
    statementDescriptor: null,
    spreadBps: 125,
    toleranceBps: 0,
    paymentWindowSeconds: 900,
    wallets: { BTC: 'bc1q' },
    formerWallets: { ETH: { address: null, until: at.toISOString() } },
    taxProfile: null,
    createdAt: at,
    updatedAt: at,
  }
  const facts = { business, webhook: { url: 'https://shop.example/', events: ['*'] } }

  test('shows its URL and wallets in both spellings and no secret', () => {
    expect(presentBusiness(facts)).toEqual({
      id,
      name: 'Shop',
      webhookUrl: 'https://shop.example/',
      webhook_url: 'https://shop.example/',
      walletAddresses: { BTC: 'bc1q' },
      wallet_addresses: { BTC: 'bc1q' },
      former_wallets: { ETH: { address: null, until: '2026-10-01T12:00:00.000Z' } },
      category: 'books',
      description: null,
      webhook_events: ['*'],
      plan: 'starter',
      statement_descriptor: null,
      time_zone: 'UTC',
      tax_profile: null,
      spread_percent: 1.25,
      tolerance_percent: 0,
      payment_window_seconds: 900,
      created_at: '2026-10-01T12:00:00.000Z',
      updated_at: '2026-10-01T12:00:00.000Z',
      livemode: true,
    })
    expect(BusinessView.parse(presentBusiness(facts))).toEqual(presentBusiness(facts))
  })

  test('shows its secrets at creation, and only hints afterwards', () => {
    const created = presentCreatedBusiness(facts, { apiKey: 'gw_live_k', webhookSecret: 'whsec_s' })
    expect(created).toMatchObject({ apiKey: 'gw_live_k', api_key: 'gw_live_k', webhook_secret: 'whsec_s' })
    expect(presentBusinessDetail(facts, { key: { prefix: 'gw_live_0', last4: 'x7Qa' }, contractWallets: ['ETH'] })).toMatchObject({
      api_key_prefix: 'gw_live_0',
      api_key_last4: 'x7Qa',
    })
    expect(presentBusinessDetail(facts, { key: undefined, contractWallets: [] })).toMatchObject({
      api_key_prefix: null,
      api_key_last4: null,
    })
  })
})
