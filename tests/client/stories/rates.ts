import { expect } from 'vitest'
import type { StoryTable } from '../story-table.ts'
import { justNow } from '../wire-values.ts'

/** What every answer about US dollars says beside its numbers. */
const said = ({ timestamp }: { timestamp: string }) => ({ fiat: 'USD', timestamp: justNow(timestamp), sources: ['static'], stale: false })

const badNames = {
  UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin that nobody has heard of', input: { crypto: 'NOPE' } },
  UNSUPPORTED_CURRENCY: { when: 'for a currency that is not served', input: { fiat: 'XTS' } },
  INVALID_AMOUNT: { when: 'for an amount below zero', input: { amount: -1 } },
} as const

export const rateStories: StoryTable = {
  'rates.get': {
    usual: () => ({ input: { crypto: 'BTC' } }),
    done: {
      'anybody learns what a coin costs': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ crypto: 'BTC', fiat: 'EUR' })
        expect(answer).toEqual({ success: true, crypto: 'BTC', coin: 'BTC', price: 55_200, rate: 55_200, ...said(answer), fiat: 'EUR' })
      },
      'with an amount also what it is in the coin': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ crypto: 'BTC', amount: 30 })
        const converted = { amount: 30, cryptoAmount: 0.0005, crypto_amount: 0.0005 }
        expect(answer).toEqual({ success: true, crypto: 'BTC', coin: 'BTC', price: 60_000, rate: 60_000, ...converted, ...said(answer) })
      },
      'with several coins what each costs': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ coins: 'BTC,ETH' })
        const { sources: _ofOne, ...shared } = said(answer)
        expect(answer).toEqual({ success: true, rates: { BTC: 60_000, ETH: 3_000 }, unavailable: [], ...shared })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a coin', input: { crypto: null } }, ...badNames },
  },

  'rates.convert': {
    usual: () => ({ input: { crypto: 'BTC', amount: 30 } }),
    done: {
      'an amount is said in a coin, to the nearest of its decimals': async ({ clientOf }) => {
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
      'coins are spelt as they were asked for, and unknown ones are no error': async ({ clientOf }) => {
        const answer = await clientOf().rates.list({ cryptocurrencies: ['btc', 'USDC_ETH', 'NOPE'] })
        const { sources: _ofOne, ...shared } = said(answer)
        expect(answer).toEqual({ success: true, rates: { btc: 60_000, USDC_ETH: 1 }, unavailable: ['NOPE'], ...shared })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a coin', input: { cryptocurrencies: [] } },
      UNSUPPORTED_CURRENCY: { when: 'for a currency that is not served', input: { fiat_currency: 'XTS' } },
    },
  },
}
