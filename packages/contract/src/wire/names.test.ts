import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { MetadataValues } from './metadata/metadata-filter.ts'
import { wireFilter, wireInput } from './names.ts'

const members = z.object({ businessId: z.string().optional(), metadata: MetadataValues.optional() })

describe('an input', () => {
  test('drops members that it does not know', () => {
    expect(wireInput(members).parse({ business_id: 'b', stauts: 'paid' })).toEqual({ businessId: 'b' })
  })
})

describe('a filter', () => {
  const Filter = wireFilter(members, { shop: 'businessId' })

  test('rejects members that it does not know, and names those it knows', () => {
    const { error } = Filter.safeParse({ business_id: 'b', buisness: 'c' })
    expect(error?.issues).toMatchObject([{ path: ['buisness'], message: 'is no filter here; there are business_id, metadata' }])
  })

  test('takes both spellings, aliases and absent members', () => {
    expect(Filter.parse(undefined)).toEqual({})
    for (const name of ['business_id', 'businessId', 'shop'])
      expect(Filter.parse({ [name]: 'b', unknown: null })).toEqual({ businessId: 'b' })
  })

  test('gathers members of the metadata', () => {
    expect(Filter.parse({ 'metadata[order]': 'A-1', 'metadata[a b]': '' })).toEqual({ metadata: { order: 'A-1', 'a b': '' } })
    expect(Filter.parse({ metadata: { order: 'A-1' } })).toEqual({ metadata: { order: 'A-1' } })
    expect(Filter.parse({ 'metadata[__proto__]': 'x' }).metadata).toEqual(Object.fromEntries([['__proto__', 'x']]))
  })

  test.each([
    { 'metadata[]': 'x' },
    { metadata: 'order' },
    { metadata: { order: 5 } },
    { [`metadata[${'k'.repeat(65)}]`]: 'x' },
    Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`metadata[${at}]`, 'x'])),
  ])('rejects %j', (query) => expect(Filter.safeParse(query).success).toBe(false))
})
