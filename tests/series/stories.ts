import { expect } from 'vitest'
import { newWallets } from '../support/wallets.ts'
import type { Ground } from '../client/ground.ts'
import type { StoryTable } from '../client/story-table.ts'
import { expectPage, expectTwice } from '../client/wire-members.ts'
import { aTime, anId } from '../client/wire-values.ts'

const testKey = async ({ clientOf, shop }: Ground) =>
  (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key

/** Monthly terms between a customer that no other story has and the wallet of a shop. */
async function newTerms({ wallets }: Ground['shop']) {
  const { BTC: depositor_address } = await newWallets(['BTC'])
  return {
    payment_method: 'crypto' as const,
    customer_email: 'lena@hoffmann.example',
    amount: 25,
    currency: 'USD' as const,
    interval: 'monthly' as const,
    coin: 'BTC' as const,
    beneficiary_address: wallets.BTC,
    depositor_address,
  }
}

const created = async ({ clientOf, shop }: Ground, apiKey = shop.key, more: { readonly business_id?: string } = {}) =>
  clientOf(apiKey).series.create({ ...(await newTerms(shop)), ...more })
const ofSeries = async (ground: Ground) => ({ ids: [(await created(ground)).id] })

export const seriesStories: StoryTable = {
  'series.create': {
    usual: async ({ shop }) => ({ input: await newTerms(shop) }),
    done: {
      'a series comes with its first escrow': async (ground) => {
        const answer = await created(ground)
        expectTwice(answer, 'series', 'series')
        const opened = { business_id: ground.shop.businessId, status: 'active', periods_completed: 1, next_charge_at: aTime }
        expect(answer.series).toMatchObject({ id: anId, ...opened, amount: 25, amount_unit: 'major', interval: 'monthly' })
        expect(answer.escrow).toMatchObject({ status: 'created', chain: 'BTC' })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without an interval', input: { interval: null } },
      INVALID_AMOUNT: { when: 'for an amount of zero', input: { amount: 0 } },
      AMOUNT_TOO_SMALL: { when: 'for less than a payout is worth', input: { amount: 0.01 } },
      AMOUNT_TOO_LARGE: { when: 'for more than a million dollars', input: { amount: 1_000_001 } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin with a rate only', input: { coin: 'DOGE' } },
      UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { currency: 'XTS' } },
      INVALID_ADDRESS: { when: 'for a beneficiary without an address of the chain', input: { beneficiary_address: 'nobody' } },
      ONBOARDING_REQUIRED: {
        when: 'for cards of a business without an account at the processor',
        apiKey: ({ thirdParty }) => thirdParty.key,
        input: { payment_method: 'card' },
      },
      BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token },
      NOT_IMPLEMENTED: { when: 'for a test key', apiKey: testKey },
    },
  },

  'series.get': {
    usual: ofSeries,
    done: {
      'a series is read with its escrows': async (ground) => {
        const { id } = await created(ground)
        const answer = await ground.clientOf(ground.shop.key).series.get(id)
        expectTwice(answer, 'series', 'series')
        expect(answer.escrows).toMatchObject([{ series_id: id, period: 1, status: 'created' }])
      },
    },
  },

  'series.list': {
    done: {
      'a business lists its series': async (ground) => {
        const { clientOf, thirdParty } = ground
        const { id } = await created(ground, thirdParty.token, { business_id: thirdParty.businessId })
        const answer = await clientOf(thirdParty.key).series.list({ status: 'active' })
        expectPage(answer, 'series', { noun: 'series', total: 1 })
        expect(answer.series[0]).toMatchObject({ id })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'asleep' } } },
  },

  'series.update': {
    usual: async (ground) => ({ ...(await ofSeries(ground)), input: { amount: 30 } }),
    done: {
      'a series is paused and resumed': async (ground) => {
        const { id } = await created(ground)
        const client = ground.clientOf(ground.shop.key)
        expect(await client.series.update(id, { status: 'paused' })).toMatchObject({ status: 'paused', next_charge_at: null })
        expect(await client.series.update(id, { status: 'active' })).toMatchObject({ status: 'active', next_charge_at: aTime })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for an interval that does not exist', input: { interval: 'daily' } },
      INVALID_AMOUNT: { when: 'for an amount of zero', input: { amount: 0 } },
      AMOUNT_TOO_SMALL: { when: 'for less than a payout is worth', input: { amount: 0.01 } },
      AMOUNT_TOO_LARGE: { when: 'for more than a million dollars', input: { amount: 1_000_001 } },
    },
  },

  'series.cancel': {
    usual: ofSeries,
    done: {
      'a series is cancelled for good': async (ground) => {
        const { id } = await created(ground)
        const client = ground.clientOf(ground.shop.key)
        for (let time = 0; time < 2; time++)
          expect(await client.series.cancel(id)).toMatchObject({ status: 'cancelled', next_charge_at: null })
      },
    },
  },
}
