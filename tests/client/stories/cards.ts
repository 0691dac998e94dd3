import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { cardShop, largePayment, newBusiness, newCardTrader, paidCard, stopAtProcessor } from '../card-ground.ts'
import type { Ground } from '../ground.ts'
import type { Refused, StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'
import { aTime, anId, justNow } from '../wire-values.ts'

const testKey = async ({ clientOf, shop }: Ground) =>
  (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key
const several: Refused = { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token }
const stranger: Refused = {
  when: 'for another merchant’s business',
  apiKey: ({ shop }) => shop.key,
  input: ({ thirdParty }) => ({ business_id: thirdParty.businessId }),
}

/** A trader whom the processor has stopped without telling the gateway. */
async function stoppedTrader(ground: Ground): Promise<string> {
  const trader = await newCardTrader(ground)
  await stopAtProcessor(ground, trader, 'charges')
  return trader.key
}

export const cardStories: StoryTable = {
  'cards.create': {
    usual: async (ground) => ({ apiKey: (await cardShop(ground)).key, input: { amount: 2_599 } }),
    done: {
      'a shop gets a payment with its page and receives the event of its success': async (ground) => {
        const { clientOf, shop } = ground
        await cardShop(ground)
        const answer = await clientOf(shop.key).cards.create({
          amount: 1_000,
          currency: 'EUR',
          metadata: { order: 'A-1' },
          escrow_mode: true,
        })
        expectTwice(answer, 'payment', 'cardPayment')
        expect(answer.payment).toMatchObject({ id: anId, status: 'pending', amount: 1_000, currency: 'eur', metadata: { order: 'A-1' } })
        expect(answer.payment).toMatchObject({ escrow_mode: true, escrow_id: anId, escrow_status: 'created', livemode: true })
        expect([answer.payment.platform_fee_amount, answer.payment.merchant_amount]).toEqual([10, 990])
        justNow(answer.payment.created_at)
        const { id } = await paidCard(ground)
        const { events } = clientOf(shop.key).webhooks
        const event = await eventually('the event in the feed', async () => {
          const page = await events({ limit: 100 })
          return page.events.find(({ type, data }) => type === 'card_payment_success' && data['card_payment_id'] === id)
        })
        expect(event).toMatchObject({ sequence: 1, data: { amount: 2_599, currency: 'usd', transaction_id: id, escrow_id: null } })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a description that is no text', input: { description: 7 } },
      INVALID_AMOUNT: { when: 'for an amount with a fraction', input: { amount: 10.5 } },
      AMOUNT_TOO_SMALL: { when: 'for less than the smallest charge of the currency', input: { amount: 49 } },
      AMOUNT_TOO_LARGE: { when: 'for more than the largest charge', input: { amount: 100_000_000 } },
      UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { currency: 'XTS' } },
      ONBOARDING_REQUIRED: { when: 'for a business without an account at the processor', apiKey: ({ thirdParty }) => thirdParty.key },
      BUSINESS_REQUIRED: several,
      FORBIDDEN: stranger,
      USAGE_LIMIT_EXCEEDED: { when: 'above the quota of the month', apiKey: soldOutTrader },
      NOT_IMPLEMENTED: { when: 'for a test key', apiKey: testKey },
      PROCESSOR_ERROR: { when: 'when the processor refuses its page', apiKey: stoppedTrader },
    },
  },

  'cards.get': {
    usual: async (ground) => ({ ids: [(await largePayment(ground)).id] }),
    done: {
      'a payment is read by its id, its checkout session and its payment intent': async (ground) => {
        const { id, checkout_session_id: session, payment_intent_id: intent } = await largePayment(ground)
        const { cards } = ground.clientOf(ground.shop.key)
        const answer = await cards.get(id)
        expectTwice(answer, 'payment', 'cardPayment')
        expect([(await cards.get(session ?? '')).id, (await cards.get(intent ?? '')).id]).toEqual([id, id])
      },
    },
  },

  'cards.list': {
    done: {
      'a shop lists its payments by status': async (ground) => {
        const { cards } = ground.clientOf((await newCardTrader(ground)).key)
        const { payment } = await cards.create({ amount: 1_000 })
        const answer = await cards.list({ status: 'pending' })
        expectPage(answer, 'payments', { noun: 'cardPayment', total: 1 })
        expect(answer.payments[0]).toMatchObject({ id: payment.id })
        expectPage(await cards.list({ status: 'refunded' }), 'payments', { noun: 'cardPayment', total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'open' } } },
  },

  'cards.refund': {
    usual: async (ground) => ({ input: { payment_id: (await largePayment(ground)).id, amount: 1 } }),
    done: {
      'a shop refunds a part and then the rest, and receives an event for each': async (ground) => {
        const { id, payment_intent_id: intent } = await paidCard(ground)
        const { cards } = ground.clientOf(ground.shop.key)
        const part = await cards.refund({ escrow_id: id, amount: 599, reason: 'Returned' })
        expectMembers(part, 'cardRefund')
        expect(part).toMatchObject({ success: true, status: 'succeeded', amount_refunded: 599, total_refunded: 599, escrow_status: null })
        expect(await cards.refund({ escrow_id: intent ?? '' })).toMatchObject({ amount_refunded: 2_000, total_refunded: 2_599 })
        const told = () =>
          ground.shop.receiver.received.filter(({ type, data }) => type === 'card_refund' && data['card_payment_id'] === id)
        await eventually('an event for each refund', async () => told().length >= 2)
        expect(told().map(({ data }) => data['amount_refunded'])).toEqual(expect.arrayContaining([599, 2_000]))
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a reason that is no text', input: { reason: 7 } },
      NOT_FOUND: { when: 'for an unknown payment', input: { payment_id: randomUUID() } },
      INVALID_AMOUNT: { when: 'for more than is left', input: { amount: 100_001 } },
      INVALID_STATE: { when: 'for a payment that nobody has paid', input: unpaid },
    },
  },

  'cards.accounts.onboard': {
    usual: async (ground) => ({ apiKey: (await cardShop(ground)).key, input: { country: 'US' } }),
    done: {
      'a business gets a fresh link each time': async (ground) => {
        const { key, businessId } = await newBusiness(ground)
        const { accounts } = ground.clientOf(key).cards
        const first = await accounts.onboard({ country: 'DE' })
        const again = await accounts.onboard()
        expect(first).toMatchObject({ success: true, onboarding_url: expect.stringMatching(/^http/), expires_at: aTime })
        expect([again.onboarding_url === first.onboarding_url, again.processor_account_id]).toEqual([false, first.processor_account_id])
        expect(await accounts.status(businessId)).toMatchObject({
          onboarding_complete: false,
          processor_account_id: first.processor_account_id,
        })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for another country than the first time', input: { country: 'DE' } },
      BUSINESS_REQUIRED: several,
      FORBIDDEN: stranger,
      NOT_IMPLEMENTED: { when: 'for a test key', apiKey: testKey },
      PROCESSOR_ERROR: {
        when: 'when the processor takes no business of the country',
        apiKey: async (ground) => (await newBusiness(ground)).key,
        input: { country: 'AQ' },
      },
    },
  },

  'cards.accounts.status': {
    usual: async (ground) => ({ ids: [(await cardShop(ground)).businessId] }),
    done: {
      'a business reads what its account may do': async (ground) => {
        const { key, businessId } = await cardShop(ground)
        const answer = await ground.clientOf(key).cards.accounts.status(businessId)
        expectMembers(answer, 'cardAccount')
        expect(answer).toMatchObject({ success: true, onboarding_complete: true, charges_enabled: true, payouts_enabled: true })
        expect(answer.stripe_account_id).toBe(answer.processor_account_id)
      },
    },
  },

  'cards.accounts.methods': {
    usual: async ({ shop }) => ({ ids: [shop.businessId] }),
    done: {
      'a business reads how it can be paid': async (ground) => {
        const { key, businessId } = await cardShop(ground)
        const answer = await ground.clientOf(key).cards.accounts.methods(businessId)
        expect(answer).toMatchObject({ success: true, crypto: true, cards: true, escrow: true })
        const newcomer = await newBusiness(ground)
        const before = await ground.clientOf(newcomer.key).cards.accounts.methods(newcomer.businessId)
        expect(before).toMatchObject({ crypto: true, cards: false, escrow: false })
      },
    },
  },
}

/** A trader that takes cards and has used its quota. */
async function soldOutTrader(ground: Ground): Promise<string> {
  const { soldOut, story } = ground
  await onboardCards({ api: story.gateway.api, ...soldOut })
  return soldOut.key
}

async function unpaid(ground: Ground) {
  const { payment } = await ground.clientOf((await cardShop(ground)).key).cards.create({ amount: 1_000 })
  return { payment_id: payment.id, amount: 1 }
}
