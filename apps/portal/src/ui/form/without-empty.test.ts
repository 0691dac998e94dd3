import { expect, test } from 'vitest'
import { withoutEmpty } from './without-empty.ts'

test('empty fields and groups of them are not sent', () => {
  const form = { name: 'Beispiel AG', email: '', address: { street: '', city: '' }, contact: { name: 'Jo', phone: '' } }
  expect(withoutEmpty(form)).toEqual({ name: 'Beispiel AG', contact: { name: 'Jo' } })
})

test('the elements of a list keep their places', () => {
  expect(withoutEmpty({ items: [{ description: '' }, { description: 'Tea', taxRate: '' }] })).toEqual({
    items: [{}, { description: 'Tea' }],
  })
})

test('nothing is left of a form that is empty', () => {
  expect(withoutEmpty({ address: { city: '' } })).toBeUndefined()
})
