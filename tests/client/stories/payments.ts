import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'

const created = async ({ clientOf, shop }: Ground) => clientOf(shop.key).payments.create({ amount: 20, blockchain: 'ETH' })
const ofPayment = async (ground: Ground) => ({ ids: [(await created(ground)).id] })
const several = ({ beginner }: Ground) => beginner.token
const testKey = async ({ clientOf, shop }: Ground) =>
  (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key

export const paymentStories: StoryTable = {
  'payments.create': {
    usual: () => ({ input: { amount: 20, blockchain: 'ETH' } }),
    done: {
      'a shop gets an address, an amount, and what is left of its plan': async ({ clientOf, shop }) => {
        const terms = { amount: 12.5, blockchain: 'USDC_ETH' as const, description: 'Order A-1', metadata: { order: 'A-1' } }
        const answer = await clientOf(shop.key).payments.create(terms)
        expectTwice(answer, 'payment', 'payment')
        expectMembers(answer.rate, 'rate')
        const quoted = { currency: 'USD', amount_usd: 12.5, crypto_amount: '12.5', amount_crypto: '12.5', amount_due: '12.5' }
        const untouched = { status: 'pending', amount_received: '0', amount_refunded: '0', exceptions: [], fee_amount: null, tx_hash: null }
        expect(answer).toMatchObject({ ...terms, ...quoted, ...untouched, business_id: shop.businessId, livemode: true })
        expect(answer.qr_code).toMatch(/^data:image\/png;base64,/)
        expectMembers(answer.usage, 'usage')
        expect(answer.usage.current + answer.usage.remaining).toBe(answer.usage.limit)
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without an amount', input: { amount: null } },
      INVALID_AMOUNT: { when: 'for an amount of nothing', input: { amount: 0 } },
      AMOUNT_TOO_SMALL: { when: 'for less than can be forwarded', input: { amount: 0.01, blockchain: 'BTC' } },
      AMOUNT_TOO_LARGE: { when: 'for more than a million dollars', input: { amount: 1_000_001 } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin that has a rate and no rail', input: { blockchain: 'DOGE' } },
      UNSUPPORTED_CURRENCY: { when: 'for a currency that is not served', input: { currency: 'XTS' } },
      INVALID_ADDRESS: { when: 'for a wallet that is not registered', input: { merchant_wallet_address: '0xnobody' } },
      WALLET_NOT_CONFIGURED: { when: 'without a wallet for the coin', apiKey: ({ beginner }) => beginner.key },
      BUSINESS_REQUIRED: { when: 'for a merchant of several shops who names none', apiKey: several },
      USAGE_LIMIT_EXCEEDED: { when: 'when the plan of the month is used up', apiKey: ({ soldOut }) => soldOut.key },
      NOT_IMPLEMENTED: { when: 'for a test key, for now', apiKey: testKey },
    },
  },

  'payments.get': {
    usual: ofPayment,
    done: {
      'a shop sees the whole payment': async (ground) => {
        const { payment } = await created(ground)
        const answer = await ground.clientOf(ground.shop.key).payments.get(payment.id)
        expectTwice(answer, 'payment', 'payment')
        expect(answer.payment).toEqual(payment)
      },
    },
  },

  'payments.list': {
    done: {
      'a shop finds its payments, newest first, by what they are': async ({ clientOf, shop, stranger }) => {
        const { api_key: key } = await clientOf(stranger.token).businesses.create({ name: 'Kiosk', wallet_addresses: shop.wallets })
        const { payments } = clientOf(key)
        const [first, second] = [
          await payments.create({ amount: 20, blockchain: 'ETH' }),
          await payments.create({ amount: 20, blockchain: 'BTC' }),
        ]
        const answer = await payments.list({ status: 'pending' })
        expectPage(answer, 'payments', { noun: 'payment', total: 2 })
        expect(answer.payments).toEqual([second.payment, first.payment])
        expect((await payments.list({ blockchain: 'ETH' })).payments).toEqual([first.payment])
        expect(await payments.list({ status: 'completed' })).toMatchObject({ payments: [], total: 0 })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'paid' } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin that nobody has heard of', input: { blockchain: 'NOPE' } },
    },
  },

  'payments.tokens': {
    done: {
      'a shop sees what it can be paid in': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).payments.tokens({ active_only: true })
        answer.tokens.forEach((token) => expectMembers(token, 'token'))
        expect(
          answer.tokens.map(({ code, symbol, has_wallet: hasWallet, wallet_source: source }) => [code, symbol, hasWallet, source]),
        ).toEqual(['BTC', 'ETH', 'USDC_ETH'].map((symbol) => [symbol.toLowerCase(), symbol, true, 'business']))
        const { tokens: coins, merchant_id: merchantId } = answer
        expect(answer).toEqual({ success: true, tokens: coins, coins, business_id: shop.businessId, merchant_id: merchantId, total: 3 })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for what is neither yes nor no', input: { active_only: 'perhaps' } } },
  },

  'payments.view': {
    usual: ofPayment,
    done: {
      'a customer sees what they need in order to pay, and no more': async (ground) => {
        const { payment } = await created(ground)
        const answer = await ground.clientOf().payments.view(payment.id)
        expectMembers(answer.payment, 'publicPayment')
        expect(answer).toEqual({ success: true, payment: answer.payment, server_time: expect.any(String) })
        const { business_name: name, ...shown } = answer.payment
        expect([name, payment]).toEqual(['Story shop', { ...payment, ...shown }])
        for (const secret of ['metadata', 'fee_amount', 'merchant_amount', 'business_id', 'forward_tx_hash'])
          expect(answer.payment).not.toHaveProperty(secret)
      },
    },
  },

  'payments.qr': {
    usual: ofPayment,
    done: {
      'a page shows the image of the payment': async (ground) => {
        const { payment } = await created(ground)
        const image = await ground.clientOf().payments.qr(payment.id)
        expect(image.type).toBe('image/png')
        const bytes = Buffer.from(await image.arrayBuffer())
        expect(bytes.subarray(1, 4).toString()).toBe('PNG')
        expect(bytes.readUInt32BE(16)).toBeGreaterThanOrEqual(512)
      },
    },
  },
}
