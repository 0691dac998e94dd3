import type * as T from '@gateway/client'
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import type { Refused, StoryTable } from '../client/story-table.ts'
import { expectTwice } from '../client/wire-members.ts'
import { anId, aTime } from '../client/wire-values.ts'

const named = (): string => `w${randomBytes(6).toString('hex')}`
const nobodys: Refused = { when: 'for a wallet that nobody has', input: { wallet_id: 'nobodys' } }
const invalid: Refused = { when: 'for a name that no wallet can have', input: { wallet_id: 'not a name' } }

/** A new wallet of the shop. */
const newWallet = async ({ clientOf, shop }: Ground): Promise<T.LightningNode> =>
  (await clientOf(shop.key).lightning.nodes.enable({ wallet_id: named() })).node
const ofWallet = async (ground: Ground) => ({ input: { wallet_id: (await newWallet(ground)).wallet_id } })

/** What a shop does with wallets where no Lightning node runs; what needs one: on-real-nodes.test.ts. */
export const lightningStories: StoryTable = {
  'lightning.nodes.enable': {
    usual: () => ({ input: { wallet_id: named() } }),
    done: {
      'a shop enables a wallet, which has nothing and no address': async (ground) => {
        const answer = await ground.clientOf(ground.shop.key).lightning.nodes.enable({ wallet_id: 'till-1' })
        expectTwice(answer, 'node', 'lightningNode')
        expect(answer.node).toMatchObject({ id: anId, wallet_id: 'till-1', business_id: ground.shop.businessId, status: 'active' })
        expect(answer.node).toMatchObject({ balance_sats: 0, lightning_address: null, created_at: aTime, livemode: true })
        const again = await ground.clientOf(ground.shop.key).lightning.nodes.enable({ wallet_id: 'till-1' })
        expect([again.id, again.existing]).toEqual([answer.id, true])
      },
    },
    refused: {
      VALIDATION_ERROR: invalid,
      BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token },
      NOT_IMPLEMENTED: {
        when: 'for a test key',
        apiKey: async ({ clientOf, shop }) => (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key,
      },
    },
  },

  'lightning.nodes.get': {
    usual: async (ground) => ({ ids: [(await newWallet(ground)).id] }),
    done: {
      'a wallet is read by its id': async (ground) => {
        const node = await newWallet(ground)
        const answer = await ground.clientOf(ground.shop.key).lightning.nodes.get(node.id)
        expectTwice(answer, 'node', 'lightningNode')
        expect(answer.node).toEqual(node)
      },
    },
  },

  'lightning.nodes.find': {
    usual: ofWallet,
    done: {
      'a wallet is found by its name': async (ground) => {
        const node = await newWallet(ground)
        const answer = await ground.clientOf(ground.shop.key).lightning.nodes.find({ wallet_id: node.wallet_id })
        expect(answer.node).toEqual(node)
      },
    },
    refused: { VALIDATION_ERROR: invalid, NOT_FOUND: nobodys },
  },

  'lightning.address.register': {
    usual: async (ground) => ({ input: { ...(await ofWallet(ground)).input, username: named() } }),
    done: {
      'a wallet gets its address for good': async (ground) => {
        const { wallet_id } = await newWallet(ground)
        const username = named()
        const answer = await ground.clientOf(ground.shop.key).lightning.address.register({ wallet_id, username })
        const { host } = new URL(ground.story.gateway.api)
        expect(answer).toMatchObject({ wallet_id, username, existing: false, lightning_address: `${username}@${host}` })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a reserved name', input: { username: 'support' } },
      NOT_FOUND: nobodys,
      USERNAME_TAKEN: {
        when: 'for a name that another wallet has',
        input: async (ground) => {
          const [{ wallet_id }, username] = [await newWallet(ground), named()]
          await ground.clientOf(ground.shop.key).lightning.address.register({ wallet_id, username })
          return { username }
        },
      },
      ADDRESS_EXISTS: {
        when: 'for a wallet that has an address',
        input: async (ground) => {
          const { wallet_id } = await newWallet(ground)
          await ground.clientOf(ground.shop.key).lightning.address.register({ wallet_id, username: named() })
          return { wallet_id, username: named() }
        },
      },
    },
  },

  'lightning.address.get': {
    usual: async (ground) => ({ ...(await ofWallet(ground)), apiKey: ground.shop.key }),
    done: {
      'a wallet without an address has none, and anybody learns that a name is free': async (ground) => {
        const { wallet_id } = await newWallet(ground)
        expect(await ground.clientOf(ground.shop.key).lightning.address.get({ wallet_id })).toMatchObject({
          lightning_address: null,
          username: null,
        })
        const username = named()
        expect(await ground.clientOf().lightning.address.get({ username })).toMatchObject({ username, available: true })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a wallet and a name at once', input: { username: 'ada' } },
      NOT_FOUND: nobodys,
      UNAUTHENTICATED: { when: 'for a wallet without a credential', apiKey: () => '' },
    },
  },

  'lightning.balance': {
    usual: ofWallet,
    done: {
      'a new wallet has nothing': async (ground) => {
        const { wallet_id } = await newWallet(ground)
        const answer = await ground.clientOf(ground.shop.key).lightning.balance({ wallet_id })
        expect(answer).toMatchObject({ balance_sats: 0, balance_msat: 0, available_sats: 0, reserved_sats: 0, livemode: true })
        expect(answer.data.balances).toEqual([{ chain: 'LN', currency: 'LN', balance: '0' }])
      },
    },
    refused: { VALIDATION_ERROR: invalid, NOT_FOUND: nobodys },
  },

  'lightning.payments.list': {
    usual: () => ({}),
    done: {
      'a new wallet has no payments': async (ground) => {
        const { wallet_id } = await newWallet(ground)
        const page = await ground.clientOf(ground.shop.key).lightning.payments.list({ wallet_id, direction: 'incoming', status: 'settled' })
        expect(page).toMatchObject({ payments: [], total: 0, data: { payments: [] } })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a direction that there is none of', input: { direction: 'sideways' } } },
  },
}
