import { assetCodes, assetOf } from '@gateway/domain/money/asset'
import { MERCHANT_ID } from './account-answers.ts'
import { type Answers, ago } from './answers.ts'

export const BUSINESS_ID = '5a0c7f34-2f0b-4d1e-8a6e-3b1f5f0c9d11'
const DAY = 24 * 60

/** Sample addresses have no keys. */
const wallets = {
  BTC: 'bc1qpjlcgk34hh0em5e2ukq46xey8r0q9zuzg3hwk4',
  ETH: '0xc1784d5442E976d767FE0cd21BDfDb6539f33843',
  SOL: '7YhqSAKQm3L9pXvWcN2fUe8rTzJd5bGkHa4oRyVwE6Ms',
}

/** The business that most pictures show. */
export const kestrel: Answers['businesses.get']['business'] = {
  id: BUSINESS_ID,
  name: 'Kestrel Coffee',
  webhookUrl: 'https://shop.kestrel.example/hooks/gateway',
  webhook_url: 'https://shop.kestrel.example/hooks/gateway',
  walletAddresses: wallets,
  wallet_addresses: wallets,
  former_wallets: {},
  category: null,
  description: 'Roastery and web shop',
  webhook_events: [],
  plan: 'professional',
  statement_descriptor: null,
  time_zone: 'Europe/Vienna',
  spread_percent: 0.5,
  tolerance_percent: 1,
  payment_window_seconds: 900,
  tax_profile: null,
  created_at: ago(400 * DAY),
  updated_at: ago(30 * DAY),
  livemode: true,
  api_key_prefix: 'gw_live_4f0c9a1b7e22',
  api_key_last4: 'h7Qd',
  contract_wallets: [],
}

/** A name as long as names may be. */
export const LONG_NAME = 'Genossenschaftliche Kaffeerösterei und Feinkosthandlung am Donaukanal, Erste Filiale Innere Stadt'

const shown = ({ address = null, ...more }: Partial<Answers['businesses.portal.overview']['wallets'][number]>) => ({
  address,
  in_effect: address,
  waits_until: null,
  is_contract: false,
  ...more,
})

/** The business, its settings and its log. */
export const businessAnswers = {
  'businesses.list': {
    businesses: [kestrel, { ...kestrel, id: '77777777-2f0b-4d1e-8a6e-3b1f5f0c9d11', name: 'Kestrel Wholesale', plan: 'starter' }],
    total: 2,
    limit: 50,
    offset: 0,
  },
  'businesses.get': { business: kestrel },
  'businesses.create': {
    business: {
      ...kestrel,
      apiKey: 'gw_live_4f0c9a1b7e22_m3Vq8ZtR1yKx5LwPn0BdQf7UaHc2Sj6E',
      api_key: 'gw_live_4f0c9a1b7e22_m3Vq8ZtR1yKx5LwPn0BdQf7UaHc2Sj6E',
      webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  },
  'businesses.rotateWebhookSecret': { webhook_secret: 'whsec_pQ2nT6vYb1XkR8mWc4ZsJd7HfLg3Ea0U', previous_valid_until: ago(-DAY) },
  'businesses.portal.overview': {
    business: kestrel,
    wallets: [
      shown({ blockchain: 'BTC', chain: 'BTC', address: wallets.BTC }),
      shown({ blockchain: 'BCH', chain: 'BCH' }),
      shown({ blockchain: 'ETH', chain: 'ETH', address: wallets.ETH, is_contract: true }),
      shown({ blockchain: 'POL', chain: 'POL' }),
      shown({
        blockchain: 'SOL',
        chain: 'SOL',
        address: wallets.SOL,
        waits_until: ago(-2 * DAY),
        in_effect: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
      }),
      shown({ blockchain: 'USDC_ETH', chain: 'ETH', in_effect: wallets.ETH }),
      shown({ blockchain: 'USDC_POL', chain: 'POL' }),
      shown({ blockchain: 'USDC_SOL', chain: 'SOL', in_effect: wallets.SOL }),
    ] as Answers['businesses.portal.overview']['wallets'],
    wallet_delay_seconds: 2 * 24 * 60 * 60,
    confirmations: [],
    plan: { code: 'professional', fee_percent: 0.5 },
    usage: { current: 7_412, limit: 10_000, remaining: 2_588 },
    usage_period: '2026-10',
    api_keys: { active: 3, limit: 20 },
  },
  'businesses.portal.onboarding': {
    business: true,
    wallets: ['BTC', 'BCH', 'ETH', 'POL', 'SOL'].map((chain) => ({ chain, set: true })),
    webhook_set: true,
    webhook_answered: true,
    api_key_used: true,
    payment_created: true,
    payment_paid: true,
  },
  'businesses.portal.checkAddress': { valid: false, address: null, fault: 'malformed', reason: 'has a wrong checksum' },
  'businesses.portal.audit': {
    entries: [
      entry(20, 'payment.decided', { decision: 'accept' }),
      entry(180, 'wallets.changed', { blockchain: 'SOL', from: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin', to: wallets.SOL }),
      { ...entry(600, 'key.used_from_new_address', { address: '203.0.113.7' }), by: 'key', key_id: '4f0c9a1b7e22' },
      { ...entry(3 * DAY, 'plan.changed', { plan: 'professional' }), by: 'operator' },
      entry(12 * DAY, 'key.created', { name: 'Pop-up store till', scopes: ['payments:write'] }),
    ],
    next_cursor: 'more',
  },
  'payments.tokens': {
    ...tokens(),
    business_id: BUSINESS_ID,
    merchant_id: MERCHANT_ID,
    total: assetCodes.length,
  },
} as const satisfies Partial<Answers>

function entry(minutes: number, action: string, details: Record<string, unknown>): Answers['businesses.portal.audit']['entries'][number] {
  const id = `e${minutes}`
  return { id, at: ago(minutes), by: 'merchant', key_id: null, action, subject_id: BUSINESS_ID, business_id: BUSINESS_ID, details }
}

function tokens(): Pick<Answers['payments.tokens'], 'tokens' | 'coins'> {
  const all = assetCodes.map((symbol) => {
    const { ticker, chain, name, decimals } = assetOf(symbol)
    return {
      code: symbol.toLowerCase(),
      symbol,
      ticker,
      chain,
      name,
      decimals,
      is_active: true,
      has_wallet: true,
      wallet_source: 'business' as const,
    }
  })
  return { tokens: all, coins: all }
}
