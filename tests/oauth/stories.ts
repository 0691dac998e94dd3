import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import { refusalOf } from '../client/scene.ts'
import type { StoryTable } from '../client/story-table.ts'
import { expectPage, expectTwice } from '../client/wire-members.ts'
import { anId, aTime, justNow, later } from '../client/wire-values.ts'

const terms = {
  name: 'Blue Bottle Books',
  redirect_uris: ['https://shop.example/signed-in'],
  scopes: ['openid' as const, 'email' as const],
}
const A_DAY = 24 * 60 * 60
const aClientId = expect.stringMatching(/^[0-9a-f]{32}$/) as string
const aSecret = expect.stringMatching(/^[\w-]{43}$/) as string

const created = ({ clientOf, shop }: Ground, more: { readonly public?: boolean } = {}) =>
  clientOf(shop.key).oauth.clients.create({ ...terms, ...more })
const ofClient = async (ground: Ground) => ({ ids: [(await created(ground)).id] })

/** Lets a client of the shop in as another merchant, like a sign-in does. */
async function letIn(ground: Ground): Promise<string> {
  const { client_id: clientId } = await created(ground)
  const { thirdParty, story } = ground
  await story.sql.query(
    `INSERT INTO oauth_consent (merchant_id, client_id, scopes, granted_at) SELECT id, $1, '{email,openid}', now() FROM merchant WHERE email = $2`,
    [clientId, thirdParty.email],
  )
  return clientId
}

export const oauthStories: StoryTable = {
  'oauth.clients.create': {
    usual: () => ({ input: terms }),
    done: {
      'a client is registered, and its secret is shown once': async (ground) => {
        const answer = await created(ground)
        expectTwice(answer, 'client', 'createdOauthClient')
        const born = { id: anId, client_id: aClientId, created_at: justNow(answer.created_at), updated_at: answer.created_at }
        const defaults = { description: null, post_logout_redirect_uris: [], public: false, previous_valid_until: null }
        expect(answer.client).toEqual({ ...terms, ...born, ...defaults, scopes: ['email', 'openid'], client_secret: aSecret })
        const read = await ground.clientOf(ground.shop.key).oauth.clients.get(answer.client_id)
        expect(JSON.stringify(read)).not.toContain(answer.client_secret)
      },
      'a public client has no secret': async (ground) => {
        const answer = await created(ground, { public: true })
        expect(answer.client).toMatchObject({ public: true, client_secret: null })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for an unknown scope', input: { scopes: ['openid', 'admin'] } } },
  },

  'oauth.clients.list': {
    done: {
      'a merchant lists its clients, newest first': async ({ clientOf, beginner }) => {
        const { clients } = clientOf(beginner.token).oauth
        const [first, second] = [await clients.create(terms), await clients.create({ ...terms, name: 'Second' })]
        const answer = await clients.list()
        expectPage(answer, 'clients', { noun: 'oauthClient', total: 2 })
        expect(answer.clients.map(({ id }) => id)).toEqual([second.id, first.id])
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a limit above 100', input: { limit: 101 } } },
  },

  'oauth.clients.get': {
    usual: ofClient,
    done: {
      'a client is read by either of its ids': async (ground) => {
        const { id, client_id } = await created(ground)
        const { clients } = ground.clientOf(ground.shop.key).oauth
        const answer = await clients.get(id)
        expectTwice(answer, 'client', 'oauthClient')
        expect(await clients.get(client_id)).toEqual(answer)
      },
    },
  },

  'oauth.clients.update': {
    usual: async (ground) => ({ ...(await ofClient(ground)), input: { name: 'Books' } }),
    done: {
      'a client gets further addresses and keeps the rest': async (ground) => {
        const { id, client } = await created(ground)
        const changes = {
          redirect_uris: [...terms.redirect_uris, 'http://localhost:3000/back'],
          post_logout_redirect_uris: ['https://shop.example/'],
        }
        const answer = await ground.clientOf(ground.shop.key).oauth.clients.update(id, changes)
        expectTwice(answer, 'client', 'oauthClient')
        const { client_secret: _once, ...before } = client
        expect(answer.client).toEqual({ ...before, ...changes, updated_at: aTime })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for an address without TLS', input: { redirect_uris: ['http://shop.example/'] } } },
  },

  'oauth.clients.rotateSecret': {
    usual: ofClient,
    done: {
      'a client gets another secret, and the one before is valid for a day more': async (ground) => {
        const { id, client_id, client_secret: before } = await created(ground)
        const { clients } = ground.clientOf(ground.shop.key).oauth
        const answer = await clients.rotateSecret(id)
        expect(answer).toEqual({ success: true, client_id, client_secret: aSecret, previous_valid_until: aTime })
        expect(answer.client_secret).not.toBe(before)
        expect(justNow(later(answer.previous_valid_until, -A_DAY))).toEqual(aTime)
        expect((await clients.get(id)).previous_valid_until).toBe(answer.previous_valid_until)
      },
    },
  },

  'oauth.clients.delete': {
    usual: ofClient,
    done: {
      'a deleted client is gone': async (ground) => {
        const { id, client_id } = await created(ground)
        const { clients } = ground.clientOf(ground.shop.key).oauth
        expect(await clients.delete(client_id)).toEqual({ success: true, client_id, deleted: true })
        expect(await refusalOf(clients.get(id))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      },
    },
  },

  'oauth.consents.list': {
    done: {
      'a user lists the apps that it has let in': async (ground) => {
        const client_id = await letIn(ground)
        const answer = await ground.clientOf(ground.thirdParty.token).oauth.consents.list({ limit: 1 })
        expectPage({ ...answer, total: 1, pagination: { ...answer.pagination, total: 1, has_more: false } }, 'consents', {
          noun: 'oauthConsent',
          total: 1,
          limit: 1,
        })
        const shown = { client_id, name: terms.name, scopes: ['email', 'openid'], last_used_at: null }
        expect(answer.consents).toEqual([{ ...shown, granted_at: justNow(answer.consents[0]?.granted_at) }])
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a negative offset', input: { offset: -1 } } },
  },

  'oauth.consents.withdraw': {
    usual: async (ground) => ({ apiKey: ground.thirdParty.token, ids: [await letIn(ground)] }),
    done: {
      'a user disconnects an app once': async (ground) => {
        const clientId = await letIn(ground)
        const { consents } = ground.clientOf(ground.thirdParty.token).oauth
        expect(await consents.withdraw(clientId)).toEqual({ success: true })
        expect(await refusalOf(consents.withdraw(clientId))).toMatchObject({ status: 404, code: 'NOT_FOUND' })
      },
    },
  },
}
