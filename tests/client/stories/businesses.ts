import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import type { StoryTable } from '../story-table.ts'
import { expectPage, expectTwice } from '../wire-members.ts'
import { aBusiness, aKey, aTime, aWebhookSecret, justNow, later, secretsOf } from '../wire-values.ts'

const ofShop = ({ shop }: Ground) => ({ ids: [shop.businessId] })
/** Stories change the beginner's second business, so that the first stays as it is. */
const ofBeginner = ({ beginner: { key, businessId } }: Ground) => ({ apiKey: key, ids: [businessId] })
const DAY_SECONDS = 86_400

const badWallets = {
  INVALID_ADDRESS: { when: 'for a wallet that is not an address of its chain', input: { wallet_addresses: { BTC: 'bc1nonsense' } } },
  UNSUPPORTED_BLOCKCHAIN: { when: 'for a wallet on an unsupported chain', input: { wallet_addresses: { DOGE: 'D8nonsense' } } },
} as const

export const businessStories: StoryTable = {
  'businesses.create': {
    usual: () => ({ input: { name: 'Blue Bottle Books' } }),
    done: {
      'a merchant opens a business and sees its secrets once': async ({ clientOf, shop, thirdParty }) => {
        const terms = { name: 'Blue Bottle Books', category: 'books', wallet_addresses: shop.wallets, webhook_events: ['*' as const] }
        const answer = await clientOf(thirdParty.token).businesses.create(terms)
        expectTwice(answer, 'business', 'createdBusiness')
        const { wallet_addresses: wallets, ...named } = terms
        const made = { ...named, wallets, created_at: justNow(answer.created_at), updated_at: answer.created_at }
        expect(answer.business).toEqual({ ...aBusiness(made), ...secretsOf(answer) })
        const { prefix, last4 } = aKey(answer.api_key)
        const { business } = await clientOf(answer.api_key).businesses.get(answer.id)
        const known = { api_key_prefix: prefix, api_key_last4: last4, contract_wallets: [] }
        expect(business).toEqual({ ...aBusiness({ ...made, id: answer.id }), ...known })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a name', input: { name: '' } }, ...badWallets },
  },

  'businesses.list': {
    done: {
      'a merchant lists all its businesses, an API key its own': async ({ clientOf, beginner }) => {
        const answer = await clientOf(beginner.token).businesses.list()
        expectPage(answer, 'businesses', { noun: 'business', total: 2 })
        const own = await clientOf(beginner.key).businesses.list()
        expectPage(own, 'businesses', { noun: 'business', total: 1 })
        const [second, first] = answer.businesses
        expect(second).toEqual(aBusiness({ name: 'Second try' }))
        expect(first).toEqual(aBusiness({ id: beginner.businessId, name: 'First try', description: first?.description ?? null }))
        expect(own.businesses).toEqual([first])
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of more than a hundred', input: { limit: 101 } } },
  },

  'businesses.get': {
    usual: ofShop,
    done: {
      'a business is shown without its secrets': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).businesses.get(shop.businessId)
        expectTwice(answer, 'business', 'businessDetail')
        const { api_key_prefix: prefix, api_key_last4: last4, contract_wallets: contracts, ...business } = answer.business
        const { wallets, receiver, businessId: id } = shop
        expect(business).toEqual(aBusiness({ id, name: 'Story shop', wallets, url: receiver.url, webhook_events: ['*'] }))
        expect(contracts).toEqual([])
        expect([prefix, last4]).toEqual([expect.stringMatching(/^gw_live_[0-9a-z]{12}$/), expect.stringMatching(/^[0-9A-Za-z]{4}$/)])
        for (const secret of [shop.key, shop.receiver.secret]) expect(JSON.stringify(answer)).not.toContain(secret)
      },
    },
  },

  'businesses.update': {
    usual: (ground) => ({ ...ofBeginner(ground), input: { description: 'Second-hand books' } }),
    done: {
      'absent members stay, wallets are merged, and an empty text clears': async ({ clientOf, shop, thirdParty }) => {
        const { businesses } = clientOf(thirdParty.token)
        const { BTC, ETH } = shop.wallets
        await businesses.update(thirdParty.businessId, { description: 'Books', wallet_addresses: { BTC } })
        const answer = await businesses.update(thirdParty.businessId, { description: '', wallet_addresses: { ETH } })
        expectTwice(answer, 'business', 'business')
        const changed = { description: '', wallets: { BTC, ETH }, updated_at: justNow(answer.updated_at) }
        expect(answer.business).toEqual(aBusiness({ id: thirdParty.businessId, name: 'First try', ...changed }))
        await businesses.update(thirdParty.businessId, { wallet_addresses: { BTC: '', ETH: '' } })
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
      'a new secret signs, together with the former one for a day': async ({ clientOf, thirdParty }) => {
        const answer = await clientOf(thirdParty.key).businesses.rotateWebhookSecret(thirdParty.businessId, {})
        expect(answer).toEqual({ success: true, webhook_secret: aWebhookSecret, previous_valid_until: aTime })
        justNow(later(answer.previous_valid_until, -DAY_SECONDS))
        const chosen = { webhook_secret: 'a secret of the merchant' }
        expect(await clientOf(thirdParty.key).businesses.rotateWebhookSecret(thirdParty.businessId, chosen)).toMatchObject(chosen)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a secret of less than 16 characters', input: { webhook_secret: 'short' } } },
  },

  'businesses.categories': {
    done: {
      'the list of categories contains “other”': async ({ clientOf, shop }) => {
        const { success, categories, total } = await clientOf(shop.key).businesses.categories()
        expect([success, total]).toEqual([true, categories.length])
        const words = expect.stringMatching(/\w/)
        for (const category of categories) {
          expect(category).toEqual({
            slug: expect.stringMatching(/^[a-z0-9_-]{1,64}$/),
            label: words,
            group: words,
            baseRisk: expect.any(Number),
          })
        }
        expect(new Set(categories.map(({ slug }) => slug)).size).toBe(total)
        expect(categories.map(({ slug }) => slug)).toContain('other')
      },
    },
  },
}
