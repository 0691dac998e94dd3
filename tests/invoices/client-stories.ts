import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import type { StoryTable } from '../client/story-table.ts'
import { expectPage, expectTwice } from '../client/wire-members.ts'
import { anId } from '../client/wire-values.ts'
import { newDraft, ofCreations } from './given.ts'

const terms = {
  name: 'Beispiel AG',
  email: 'billing@client.example',
  language: 'de' as const,
  address: { street: 'Gasse 1', postcode: '1010', city: 'Wien', country: 'at' },
  tax_id: 'ATU12345678',
}
const newClient = async ({ clientOf, shop }: Ground) => (await clientOf(shop.key).invoices.clients.create(terms)).client
const ofClient = async (ground: Ground) => ({ ids: [(await newClient(ground)).id] })

export const clientStories: StoryTable = {
  'invoices.clients.create': {
    usual: () => ({ input: terms }),
    done: {
      'a shop keeps whom it invoices': async (ground) => {
        const answer = await ground.clientOf(ground.shop.key).invoices.clients.create(terms)
        expectTwice(answer, 'client', 'client')
        const address = { ...terms.address, country: 'AT', extra: null, region: null }
        expect(answer.client).toMatchObject({ ...terms, id: anId, address, electronic_address: null, business_id: ground.shop.businessId })
        const { client } = await newDraft(ground, { client_id: answer.id })
        expect(client).toMatchObject({ id: answer.id, name: 'Beispiel AG', address })
      },
    },
    refused: {
      ...ofCreations,
      VALIDATION_ERROR: { when: 'for an address of no country', input: { address: { street: 'A 1', city: 'Wien' } } },
    },
  },

  'invoices.clients.get': {
    usual: ofClient,
    done: {
      'a client is read as it was kept': async (ground) => {
        const client = await newClient(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.clients.get(client.id)
        expectTwice(answer, 'client', 'client')
        expect(answer.client).toEqual(client)
      },
    },
  },

  'invoices.clients.list': {
    done: {
      'a business lists its clients': async ({ clientOf, thirdParty }) => {
        const { clients } = clientOf(thirdParty.key).invoices
        const { id } = await clients.create({ name: 'Lena Hoffmann' })
        const answer = await clients.list()
        expectPage(answer, 'clients', { noun: 'client', total: answer.total })
        expect(answer.clients.map((one) => one.id)).toContain(id)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a page of no rows', input: { limit: 0 } } },
  },

  'invoices.clients.update': {
    usual: async (ground) => ({ ...(await ofClient(ground)), input: { name: 'Neue AG' } }),
    done: {
      'the members that are named change, and an empty text clears one': async (ground) => {
        const { id } = await newClient(ground)
        const answer = await ground.clientOf(ground.shop.key).invoices.clients.update(id, { name: 'Neue AG', email: '' })
        expectTwice(answer, 'client', 'client')
        expect(answer.client).toMatchObject({ name: 'Neue AG', email: null, tax_id: 'ATU12345678' })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for an e-mail address that is none', input: { email: 'nobody' } } },
  },

  'invoices.clients.remove': {
    usual: ofClient,
    done: {
      'a client is deleted, and its drafts name none': async (ground) => {
        const { id: client_id } = await newClient(ground)
        const { id } = await newDraft(ground, { client_id })
        const { invoices } = ground.clientOf(ground.shop.key)
        expect(await invoices.clients.remove(client_id)).toEqual({ success: true, id: client_id, deleted: true })
        expect((await invoices.get(id)).invoice).toMatchObject({ client_id: null, client: null })
      },
    },
  },
}
