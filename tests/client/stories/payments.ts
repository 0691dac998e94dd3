import { assetOf } from '@gateway/domain/money/asset'
import { payableAssets } from '@gateway/scripts/pay/rails'
import { expect } from 'vitest'
import { STORY_QUOTA } from '../../support/story.ts'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'
import { aNewPayment, aToken, justNow } from '../wire-values.ts'

const created = async ({ clientOf, shop }: Ground) => clientOf(shop.key).payments.create({ amount: 20, blockchain: 'ETH' })
const ofPayment = async (ground: Ground) => ({ ids: [(await created(ground)).id] })
const several = ({ beginner }: Ground) => beginner.token
const testKey = async ({ clientOf, shop }: Ground) =>
  (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key

export const paymentStories: StoryTable = {
  'payments.create': {
    usual: () => ({ input: { amount: 20, blockchain: 'ETH' } }),
    done: {
      'a payment comes with its address, its amount and the usage of the plan': async ({ clientOf, shop, story: { contracts, evm } }) => {
        const terms = { amount: 12.5, blockchain: 'USDC_ETH' as const, description: 'Order A-1', metadata: { order: 'A-1' } }
        const answer = await clientOf(shop.key).payments.create(terms)
        expectTwice(answer, 'payment', 'payment')
        const uri = `ethereum:${contracts.usdc}@${evm.chainId}/transfer?address=${answer.payment_address}&uint256=12500000`
        const quoted = { business_id: shop.businessId, crypto_amount: '12.5', payment_uri: uri, confirmations_required: 12 }
        expect(answer.payment).toEqual(aNewPayment(answer, { ...terms, ...quoted }, 1))
        const { current, remaining } = answer.usage
        expect(answer.usage).toEqual({ current, limit: STORY_QUOTA, remaining: STORY_QUOTA - current })
        const { usage } = await clientOf(shop.key).payments.create(terms)
        expect(usage).toEqual({ current: current + 1, limit: STORY_QUOTA, remaining: remaining - 1 })
      },
      'a payment in another currency is converted and keeps its return URLs': async ({ clientOf, shop }) => {
        const links = { success_url: 'https://shop.example/thanks?order=1#paid', cancel_url: 'https://shop.example/cart' }
        const answer = await clientOf(shop.key).payments.create({ amount: 23, currency: 'EUR', blockchain: 'BTC', ...links })
        const price = { currency: 'EUR', amount: 23, amount_usd: 25, crypto_amount: '0.00041667', confirmations_required: 1 }
        const uri = `bitcoin:${answer.payment_address}?amount=0.00041667&label=Story%20shop`
        expect(answer).toMatchObject({ ...links, ...price, payment_uri: uri, description: null, metadata: {} })
        expect(answer.rate).toMatchObject({ crypto: 'BTC', fiat: 'EUR', price: 55_200 })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without an amount', input: { amount: null } },
      INVALID_AMOUNT: { when: 'for an amount of zero', input: { amount: 0 } },
      AMOUNT_TOO_SMALL: { when: 'for less than the minimum that can be forwarded', input: { amount: 0.01, blockchain: 'BTC' } },
      AMOUNT_TOO_LARGE: { when: 'for more than a million dollars', input: { amount: 1_000_001 } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for an asset with a rate but without a rail', input: { blockchain: 'DOGE' } },
      UNSUPPORTED_CURRENCY: { when: 'for an unsupported currency', input: { currency: 'XTS' } },
      INVALID_ADDRESS: { when: 'for an unregistered wallet', input: { merchant_wallet_address: '0xnobody' } },
      WALLET_NOT_CONFIGURED: { when: 'without a wallet for the asset', apiKey: ({ beginner }) => beginner.key },
      BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: several },
      USAGE_LIMIT_EXCEEDED: { when: 'when the monthly quota is exhausted', apiKey: ({ soldOut }) => soldOut.key },
      NOT_IMPLEMENTED: { when: 'for a test key', apiKey: testKey },
    },
  },

  'payments.get': {
    usual: ofPayment,
    done: {
      'a merchant reads the whole payment': async (ground) => {
        const { payment } = await created(ground)
        const answer = await ground.clientOf(ground.shop.key).payments.get(payment.id)
        expectTwice(answer, 'payment', 'payment')
        expect(answer.payment).toEqual(payment)
      },
    },
  },

  'payments.list': {
    done: {
      'a merchant lists payments by their properties, newest first': async ({ clientOf, shop, thirdParty }) => {
        const { api_key: key } = await clientOf(thirdParty.token).businesses.create({ name: 'Kiosk', wallet_addresses: shop.wallets })
        const { payments } = clientOf(key)
        const [first, second] = [
          await payments.create({ amount: 20, blockchain: 'ETH' }),
          await payments.create({ amount: 20, blockchain: 'BTC' }),
        ]
        const answer = await payments.list({ status: 'pending' })
        expectPage(answer, 'payments', { noun: 'payment', total: 2 })
        expect(answer.payments).toEqual([second, first].map(({ payment }) => ({ ...payment, qr_code: null })))
        expect((await payments.list({ blockchain: 'ETH', include: 'qr_code' })).payments).toEqual([first.payment])
        expect(await payments.list({ status: 'completed' })).toMatchObject({ payments: [], total: 0 })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'paid' } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for an unknown asset', input: { blockchain: 'NOPE' } },
    },
  },

  'payments.tokens': {
    done: {
      'a business lists the assets it accepts': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).payments.tokens({ active_only: true })
        const tokens = payableAssets.map((asset) => {
          const { ticker, chain, name, decimals } = assetOf(asset)
          return aToken(asset, { ticker, chain, name, decimals })
        })
        const { id: merchantId } = await clientOf(shop.token).accounts.me()
        const whose = { business_id: shop.businessId, merchant_id: merchantId }
        expect(answer).toEqual({ success: true, tokens, coins: tokens, ...whose, total: tokens.length })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a value that is not a boolean', input: { active_only: 'perhaps' } } },
  },

  'payments.view': {
    usual: ofPayment,
    done: {
      'a payer sees the public members of a payment only': async (ground) => {
        const { payment } = await created(ground)
        const answer = await ground.clientOf().payments.view(payment.id)
        expectMembers(answer.payment, 'publicPayment')
        expect(answer).toEqual({ success: true, payment: answer.payment, server_time: justNow(answer.server_time) })
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
      'the QR code of the payment is an image': async (ground) => {
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
