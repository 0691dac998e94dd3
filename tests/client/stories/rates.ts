import { expect } from 'vitest'
import type { StoryTable } from '../story-table.ts'
import { justNow } from '../wire-values.ts'

/** The constant members of every response in US dollars. */
const said = ({ timestamp }: { timestamp: string }) => ({ fiat: 'USD', timestamp: justNow(timestamp), sources: ['static'], stale: false })

const badNames = {
  UNSUPPORTED_BLOCKCHAIN: { when: 'for an unknown asset', input: { crypto: 'NOPE' } },
  UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { fiat: 'XTS' } },
  INVALID_AMOUNT: { when: 'for an amount below zero', input: { amount: -1 } },
} as const

export const rateStories: StoryTable = {
  'rates.get': {
    usual: () => ({ input: { crypto: 'BTC' } }),
    done: {
      'the price of one asset is public': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ crypto: 'BTC', fiat: 'EUR' })
        expect(answer).toEqual({ success: true, crypto: 'BTC', coin: 'BTC', price: 55_200, rate: 55_200, ...said(answer), fiat: 'EUR' })
      },
      'an amount is also converted into the asset': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ crypto: 'BTC', amount: 30 })
        const converted = { amount: 30, cryptoAmount: 0.0005, crypto_amount: 0.0005 }
        expect(answer).toEqual({ success: true, crypto: 'BTC', coin: 'BTC', price: 60_000, rate: 60_000, ...converted, ...said(answer) })
      },
      'several assets each get their price': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ coins: 'BTC,ETH' })
        const { sources: _ofOne, ...shared } = said(answer)
        expect(answer).toEqual({ success: true, rates: { BTC: 60_000, ETH: 3_000 }, unavailable: [], ...shared })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without an asset', input: { crypto: null } }, ...badNames },
  },

  'rates.convert': {
    usual: () => ({ input: { crypto: 'BTC', amount: 30 } }),
    done: {
      'an amount is converted into an asset, rounded to its decimals': async ({ clientOf }) => {
        const answer = await clientOf().rates.convert({ crypto: 'USDC_ETH', amount: 12.34 })
        const converted = { amount: 12.34, cryptoAmount: 12.34, crypto_amount: 12.34 }
        expect(answer).toEqual({ success: true, crypto: 'USDC_ETH', coin: 'USDC_ETH', price: 1, rate: 1, ...converted, ...said(answer) })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without an amount', input: { amount: null } }, ...badNames },
  },

  'rates.list': {
    usual: () => ({ input: { cryptocurrencies: ['BTC', 'ETH'] } }),
    done: {
      'assets keep the requested spelling, and unknown ones are listed as unavailable': async ({ clientOf }) => {
        const answer = await clientOf().rates.list({ cryptocurrencies: ['btc', 'USDC_ETH', 'NOPE'] })
        const { sources: _ofOne, ...shared } = said(answer)
        expect(answer).toEqual({ success: true, rates: { btc: 60_000, USDC_ETH: 1 }, unavailable: ['NOPE'], ...shared })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without an asset', input: { cryptocurrencies: [] } },
      UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { fiat_currency: 'XTS' } },
    },
  },
}
