import { expect } from 'vitest'
import type { Ground } from '../ground.ts'
import { refusalOf } from '../scene.ts'
import type { StoryTable } from '../story-table.ts'
import { expectPage, expectTwice } from '../wire-members.ts'
import { aKey, aTime, justNow } from '../wire-values.ts'

const ofShop = ({ shop }: Ground) => ({ ids: [shop.businessId] })
const newKey = ({ clientOf, shop }: Ground) => clientOf(shop.key).businesses.keys.create(shop.businessId, { name: 'Spare' })

export const keyStories: StoryTable = {
  'businesses.keys.create': {
    usual: ofShop,
    done: {
      'a business gets an API key with one scope, whose text is shown once': async ({ clientOf, shop }) => {
        const terms = { name: 'Reports', scopes: ['payments:read' as const], expires_at: '2099-01-01T00:00:00.000Z' }
        const answer = await clientOf(shop.key).businesses.keys.create(shop.businessId, terms)
        expectTwice(answer, 'key', 'createdKey')
        const createdBy = `key:${shop.key.slice('gw_live_'.length, 'gw_live_'.length + 12)}`
        const made = aKey(answer.api_key, { ...terms, created_at: justNow(answer.created_at), created_by: createdBy })
        expect(answer.key).toEqual({ ...made, apiKey: answer.api_key, api_key: answer.api_key })
        expect((await clientOf(answer.api_key).payments.list()).success).toBe(true)
        expect(await refusalOf(clientOf(answer.api_key).payments.create({ amount: 20, blockchain: 'ETH' }))).toMatchObject({ status: 403 })
      },
      'a test key has its own prefix': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })
        expect(answer.key).toEqual({ ...aKey(answer.api_key, { mode: 'test' }), apiKey: answer.api_key, api_key: answer.api_key })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a scope that does not exist', input: { scopes: ['payments:delete'] } } },
  },

  'businesses.keys.list': {
    usual: ofShop,
    done: {
      'a business lists its API keys without their texts': async ({ clientOf, thirdParty }) => {
        const answer = await clientOf(thirdParty.key).businesses.keys.list(thirdParty.businessId)
        expectPage(answer, 'keys', { noun: 'key', total: 1 })
        // The use by this call may not be recorded yet.
        const used = expect.toBeOneOf([null, aTime]) as string | null
        expect(answer.keys).toEqual([aKey(thirdParty.key, { last_used_at: used })])
        expect(JSON.stringify(answer)).not.toContain(thirdParty.key)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a fractional offset', input: { offset: 0.5 } } },
  },

  'businesses.keys.revoke': {
    usual: async (ground) => ({ ids: [ground.shop.businessId, (await newKey(ground)).id] }),
    done: {
      'a revoked API key is rejected, and revoking it again changes nothing': async (ground) => {
        const { clientOf, shop } = ground
        const { id, api_key: apiKey } = await newKey(ground)
        const answer = await clientOf(shop.key).businesses.keys.revoke(shop.businessId, id)
        expect(answer).toEqual({ success: true, id, revoked_at: justNow(answer.revoked_at) })
        expect(await refusalOf(clientOf(apiKey).payments.list())).toMatchObject({ status: 401, code: 'INVALID_API_KEY' })
        expect(await clientOf(shop.key).businesses.keys.revoke(shop.businessId, id)).toEqual(answer)
        const { keys } = await clientOf(shop.key).businesses.keys.list(shop.businessId)
        expect(keys.find((key) => key.id === id)).toEqual(aKey(apiKey, { name: 'Spare', revoked_at: answer.revoked_at }))
      },
    },
  },
}
