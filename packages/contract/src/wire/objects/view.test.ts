import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { memberOf, view } from './view.ts'

interface Shop {
  readonly name: string
  readonly openedAt: Date
}

const its = memberOf<Shop>()
const shop = view({ title: its(z.string(), 'name'), year: its(z.int(), ({ openedAt }) => openedAt.getUTCFullYear()) }, { id: 'TestShop' })

test('a view describes and fills each member that it names once', () => {
  const shown = shop.present({ name: 'Kestrel', openedAt: new Date('2026-10-01T12:00:00.000Z') })
  expectTypeOf(shown).toEqualTypeOf<{ title: string; year: number }>()
  expect(shop.schema.parse(shown)).toEqual({ title: 'Kestrel', year: 2026 })
  expect(shop.schema.meta()).toEqual({ id: 'TestShop' })
})

test('a member that is read as another type than its schema says does not compile', () => {
  // @ts-expect-error a moment is no text
  its(z.string(), 'openedAt')
  // @ts-expect-error a text is no number
  its(z.int(), ({ name }) => name)
  expectTypeOf(shop.schema).toExtend<z.ZodType>()
})
