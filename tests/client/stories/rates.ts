import { expect } from 'vitest'
import type { StoryTable } from '../story-table.ts'
import { expectMembers } from '../wire-members.ts'

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
        expectMembers(answer, 'shownRate')
        expect(answer).toMatchObject({ success: true, crypto: 'BTC', coin: 'BTC', fiat: 'EUR', price: 55_200, rate: 55_200, stale: false })
      },
      'with an amount also what it is in the coin': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ crypto: 'BTC', amount: 30 })
        expectMembers(answer, 'conversion')
        expect(answer).toMatchObject({ amount: 30, cryptoAmount: 0.0005, crypto_amount: 0.0005 })
      },
      'with several coins what each costs': async ({ clientOf }) => {
        const answer = await clientOf().rates.get({ coins: 'BTC,ETH' })
        expectMembers(answer, 'rates')
        expect(answer).toMatchObject({ rates: { BTC: 60_000, ETH: 3_000 }, unavailable: [] })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a coin', input: { crypto: null } }, ...badNames },
  },

  'rates.convert': {
    usual: () => ({ input: { crypto: 'BTC', amount: 30 } }),
    done: {
      'an amount is said in a coin, to the nearest of its decimals': async ({ clientOf }) => {
        const answer = await clientOf().rates.convert({ crypto: 'USDC_ETH', amount: 12.34 })
        expectMembers(answer, 'conversion')
        expect(answer).toMatchObject({ success: true, fiat: 'USD', price: 1, amount: 12.34, cryptoAmount: 12.34, crypto_amount: 12.34 })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without an amount', input: { amount: null } }, ...badNames },
  },

  'rates.list': {
    usual: () => ({ input: { cryptocurrencies: ['BTC', 'ETH'] } }),
    done: {
      'coins are spelt as they were asked for, and unknown ones are no error': async ({ clientOf }) => {
        const answer = await clientOf().rates.list({ cryptocurrencies: ['btc', 'USDC_ETH', 'NOPE'] })
        expectMembers(answer, 'rates')
        expect(answer).toMatchObject({ success: true, fiat: 'USD', rates: { btc: 60_000, USDC_ETH: 1 }, unavailable: ['NOPE'] })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a coin', input: { cryptocurrencies: [] } },
      UNSUPPORTED_CURRENCY: { when: 'for a currency that is not served', input: { fiat_currency: 'XTS' } },
    },
  },
}
