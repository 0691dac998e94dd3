import { memberOf, view } from '@gateway/contract/wire/objects/view'
import { Id } from '@gateway/contract/wire/id'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { router } from '../../trpc.ts'
import { resource } from './resource.ts'
import { restProcedures } from './rest.ts'

const its = memberOf<{ id: string; text: string }>()
const apples = resource({
  room: 'orchard',
  path: '/api/apples',
  nouns: ['apple', 'apples'],
  view: view({ id: its(Id, 'id'), text: its(z.string(), 'text') }),
})
const description = 'It is red.'
const apple = { id: 'a', text: 'red' }

const operations = restProcedures(
  router({
    create: apples.create(z.object({}), { description, errors: ['INVALID_ADDRESS'] }).mutation(() => ({ apple })),
    get: apples.get({ summary: 'See an apple' }, { seeds: z.int() }).query(() => ({ apple, seeds: 5 })),
    list: apples.list(z.object({})).query(() => apples.page({ limit: 1, offset: 2 }, { rows: [apple], total: 3 })),
    update: apples.update(z.object({}), { description }).mutation(() => ({ apple })),
    eat: apples.action('eat', { description }).mutation(() => ({ apple })),
  }),
).map(({ name, rest, auth }) => [name, { ...rest, auth }] as const)

const own = '/api/apples/{id}'
const newest = 'Newest first. An API key sees the apples of its business only.'
const errors = ['CONCURRENT_UPDATE']
const flat = 'apple'

test('addresses, summaries, answers and shared errors of the operations follow from the nouns of a resource', () => {
  const creation = { status: 201, flat, errors: ['INVALID_ADDRESS', 'BUSINESS_REQUIRED', 'FORBIDDEN'] }
  const listing = { description: newest, list: true, errors: ['FORBIDDEN'] }
  const also = [{ method: 'put', path: own }]
  const expected = {
    create: { method: 'post', path: '/api/apples', summary: 'Create an apple', description, ...creation },
    get: { method: 'get', path: own, summary: 'See an apple', description: '', flat, errors: [] },
    list: { method: 'get', path: '/api/apples', summary: 'List apples', ...listing },
    update: { method: 'patch', path: own, also, summary: 'Update an apple', description, flat, errors },
    eat: { method: 'post', path: `${own}/eat`, summary: 'Eat an apple', description, flat, errors },
  }
  for (const [name, operation] of operations) expect(operation).toEqual({ tag: 'orchard', auth: 'key', ...Reflect.get(expected, name) })
  expect(operations).toHaveLength(5)
})

test('an object is answered under its noun, and a page under the noun of many', () => {
  expect(apples.present(apple)).toEqual({ apple })
  expect(apples.page({ limit: 1, offset: 2 }, { rows: [apple], total: 3 })).toEqual({ apples: [apple], total: 3, limit: 1, offset: 2 })
})

test('a resource that readers call otherwise is described by their words', () => {
  const pears = resource({
    room: 'orchard',
    path: '/api/pears',
    nouns: ['fruit', 'fruits'],
    words: ['green pear', 'green pears'],
    ref: z.object({ id: z.string().startsWith('p_') }),
    view: view({ id: its(Id, 'id') }),
  })
  const described = restProcedures(router({ get: pears.get().query(() => pears.present(apple)) }))
  expect(described[0]?.rest).toMatchObject({ summary: 'Get a green pear', flat: 'fruit' })
  expect(pears.ref.safeParse({ id: 'a' }).success).toBe(false)
})
