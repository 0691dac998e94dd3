import { expect, test } from 'vitest'
import { readPartyLink } from './party-link.ts'

test('the link of a party names its escrow and its token', () => {
  expect(readPartyLink(' https://pay.example/escrow/manage?id=6f1c2f0e&token=esc_abc \n')).toEqual({ id: '6f1c2f0e', token: 'esc_abc' })
})

test.each(['', 'esc_abc', 'https://pay.example/escrow/manage?id=6f1c2f0e', 'https://pay.example/?token=esc_abc'])(
  '%j is no such link',
  (text) => {
    expect(readPartyLink(text)).toBeUndefined()
  },
)
