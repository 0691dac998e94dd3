import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'

const ofShop = ({ shop }: Ground) => ({ ids: [shop.businessId] })
/** A key’s own business is the only one it opens, so what is changed here is nobody’s first. */
const ofBeginner = ({ beginner: { key, businessId } }: Ground) => ({ apiKey: key, ids: [businessId] })
const DAY_MS = 86_400_000

const badWallets = {
  INVALID_ADDRESS: { when: 'for a wallet that is no address of its chain', input: { wallet_addresses: { BTC: 'bc1nonsense' } } },
  UNSUPPORTED_BLOCKCHAIN: { when: 'for a wallet on a chain that is not served', input: { wallet_addresses: { DOGE: 'D8nonsense' } } },
} as const

export const businessStories: StoryTable = {
  'businesses.create': {
    usual: () => ({ input: { name: 'Blue Bottle Books' } }),
    done: {
      'a merchant opens a shop and is shown its secrets this once': async ({ clientOf, shop, stranger }) => {
        const terms = { name: 'Blue Bottle Books', category: 'books', wallet_addresses: shop.wallets, webhook_events: ['*' as const] }
        const answer = await clientOf(stranger.token).businesses.create(terms)
        expectTwice(answer, 'business', 'createdBusiness')
        expect(answer).toMatchObject({ ...terms, walletAddresses: shop.wallets, plan: 'starter', livemode: true, webhook_url: null })
        expect([answer.apiKey, answer.webhook_secret]).toEqual([answer.api_key, expect.stringMatching(/^whsec_/)])
        const read = await clientOf(answer.api_key).businesses.get(answer.id)
        expect(answer.api_key).toMatch(new RegExp(`^${read.api_key_prefix}.*${read.api_key_last4}$`))
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a name', input: { name: '' } }, ...badWallets },
  },

  'businesses.list': {
    done: {
      'a merchant sees every shop, a key its own': async ({ clientOf, beginner }) => {
        const answer = await clientOf(beginner.token).businesses.list()
        expectPage(answer, 'businesses', { noun: 'business', total: 2 })
        const own = await clientOf(beginner.key).businesses.list()
        expectPage(own, 'businesses', { noun: 'business', total: 1 })
        expect(answer.businesses).toContainEqual(own.businesses[0])
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of more than a hundred', input: { limit: 101 } } },
  },

  'businesses.get': {
    usual: ofShop,
    done: {
      'a shop sees itself without its secrets': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).businesses.get(shop.businessId)
        expectTwice(answer, 'business', 'businessDetail')
        expect(answer).toMatchObject({ id: shop.businessId, webhookUrl: shop.receiver.url, webhook_url: shop.receiver.url })
        for (const secret of [shop.key, shop.receiver.secret]) expect(JSON.stringify(answer)).not.toContain(secret)
      },
    },
  },

  'businesses.update': {
    usual: (ground) => ({ ...ofBeginner(ground), input: { description: 'Second-hand books' } }),
    done: {
      'what is absent stays, wallets are merged, and an empty text clears': async ({ clientOf, shop, stranger }) => {
        const { businesses } = clientOf(stranger.key)
        const { BTC, ETH } = shop.wallets
        await businesses.update(stranger.businessId, { description: 'Books', wallet_addresses: { BTC } })
        const answer = await businesses.update(stranger.businessId, { description: '', wallet_addresses: { ETH } })
        expectTwice(answer, 'business', 'business')
        expect(answer).toMatchObject({ name: 'First try', description: '', wallet_addresses: { BTC, ETH } })
        await businesses.update(stranger.businessId, { wallet_addresses: { BTC: '', ETH: '' } })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a name of more than a hundred characters', input: { name: 'x'.repeat(101) } },
      ...badWallets,
    },
  },

  'businesses.rotateWebhookSecret': {
    usual: ofBeginner,
    done: {
      'a new secret signs, and the former one beside it for a day': async ({ clientOf, stranger }) => {
        const answer = await clientOf(stranger.key).businesses.rotateWebhookSecret(stranger.businessId, {})
        const until = expect.any(String)
        expect(answer).toEqual({ success: true, webhook_secret: expect.stringMatching(/^whsec_/), previous_valid_until: until })
        expect(Math.abs(Date.parse(answer.previous_valid_until) - Date.now() - DAY_MS)).toBeLessThan(60_000)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a secret of less than 16 characters', input: { webhook_secret: 'short' } } },
  },

  'businesses.categories': {
    done: {
      'a shop finds its trade, or “other”': async ({ clientOf, shop }) => {
        const { success, categories, total } = await clientOf(shop.key).businesses.categories()
        expect([success, total]).toEqual([true, categories.length])
        categories.forEach((category) => expectMembers(category, 'category'))
        expect(categories.map(({ slug }) => slug)).toContain('other')
      },
    },
  },
}
