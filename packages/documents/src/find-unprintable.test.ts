import { documentOf, lineOf, testTaxProfile } from '@gateway/domain/invoices/test-invoices'
import { describe, expect, test } from 'vitest'
import { findUnprintable } from './find-unprintable.ts'

const { buyer } = documentOf()

describe('an invoice', () => {
  test('in the scripts of the kept fonts can be written', () => {
    const notes = 'Łódź, Αθήνα, Київ, Đà Nẵng, हिन्दी, 東京, 软件, かな, ￥ € ₹ ₿\r\nsecond\tline, e\u0301'
    expect(findUnprintable(documentOf({ notes }))).toEqual([])
  })

  test('in another script is refused with the field and the character', () => {
    const document = documentOf({
      sellerName: 'قهوة',
      lines: [lineOf(), lineOf({ description: 'Café 커피' })],
      buyer: {
        ...buyer,
        name: 'שלום',
        address: { street: 'ถนน 1', extra: null, postcode: null, city: 'Երևան', region: null, country: 'AM' },
      },
      taxProfile: { ...testTaxProfile, contact: { name: '☕', email: null, phone: null } },
      notes: '😀 thanks',
    })
    expect(findUnprintable(document).map(({ field, codePoint }) => `${field} ${codePoint}`)).toEqual([
      'business.name U+0642',
      'business.tax_profile.contact.name U+2615',
      'client.name U+05E9',
      'client.address.street U+0E16',
      'client.address.city U+0535',
      'items.1.description U+CEE4',
      'notes U+1F600',
    ])
  })

  test('with a control character, which XML forbids, is refused', () => {
    expect(findUnprintable(documentOf({ notes: 'bell \u0007' }))).toEqual([{ field: 'notes', character: '\u0007', codePoint: 'U+0007' }])
    expect(findUnprintable(documentOf({ buyerReference: 'half \ud83d' })).map(({ codePoint }) => codePoint)).toEqual(['U+D83D'])
  })
})
