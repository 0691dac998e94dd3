import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOf } from './amount.ts'
import { directSession, escrowSession, type NewSession } from './checkout.ts'
import { checkoutLocale } from './locale.ts'
import { pageAfter, sessionsOf } from './look-ups.ts'
import { descriptorSuffix } from './statement-descriptor.ts'

const session: NewSession = {
  intentId: 'i1',
  paymentId: 'p1',
  amountMinor: 500n,
  currency: 'JPY',
  title: 'Coffee',
  statementName: 'Kestrel Coffee',
  successUrl: 'https://shop.example/paid',
  cancelUrl: null,
  language: 'hi',
  receiptEmail: 'lena@hoffmann.example',
}

describe('a checkout session', () => {
  test('of a direct payment is made on the merchant’s account, less the fee', () => {
    expect(directSession(session, { accountId: 'acct_1', feeMinor: 5n })).toEqual({
      call: 'session_create',
      id: '',
      account: 'acct_1',
      params: {
        mode: 'payment',
        client_reference_id: 'p1',
        line_items: [{ quantity: 1, price_data: { currency: 'jpy', unit_amount: 500, product_data: { name: 'Coffee' } } }],
        success_url: 'https://shop.example/paid',
        locale: 'hi-IN',
        metadata: { intent_id: 'i1', card_payment_id: 'p1' },
        payment_intent_data: {
          application_fee_amount: 5,
          metadata: { intent_id: 'i1', card_payment_id: 'p1' },
          statement_descriptor_suffix: 'KESTREL CO',
          receipt_email: 'lena@hoffmann.example',
        },
      },
    })
  })

  test('without a fee names none, because the processor refuses a fee of zero', () => {
    expect(directSession(session, { accountId: 'acct_1', feeMinor: 0n }).params.payment_intent_data).not.toHaveProperty(
      'application_fee_amount',
    )
  })

  test('of an escrow is made on the platform’s account, in the group of its transfer', () => {
    const { account, params } = escrowSession(
      { ...session, cancelUrl: 'https://shop.example/cart', receiptEmail: null },
      { escrowId: 'e1' },
    )
    expect(account).toBeNull()
    expect(params).toMatchObject({ cancel_url: 'https://shop.example/cart', payment_intent_data: { transfer_group: 'e1' } })
    expect(params.payment_intent_data).not.toHaveProperty('receipt_email')
  })

  test('leaves the ways to pay and its end to the processor', () => {
    expect(Object.keys(directSession(session, { accountId: 'acct_1', feeMinor: 5n }).params)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/payment_method_types|expires_at|ui_mode/)]),
    )
  })
})

test('an amount is sent as the exact integer, and none that a number would change', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, BigInt(Number.MAX_SAFE_INTEGER)), (minor) => {
      expect(String(amountOf(minor))).toBe(String(minor))
    }),
  )
  for (const minor of [0n, -1n, 2n ** 53n]) expect(() => amountOf(minor)).toThrow(RangeError)
})

test.each([
  ['hi', 'hi-IN'],
  ['pt-BR', 'pt-BR'],
  ['zh-CN', 'zh'],
  ['ar', 'auto'],
  ['ja', 'ja'],
  [null, 'auto'],
] as const)('the hosted page speaks %s as %s', (language, locale) => {
  expect(checkoutLocale(language)).toBe(locale)
})

test.each([
  ['Kestrel Coffee', 'KESTREL CO'],
  ['Café Zoë', 'CAFE ZOE'],
  ['A*B"<C>', 'ABC'],
  ['珈琲', undefined],
  ['42', undefined],
])('the cardholder reads of %s the name %s', (name, suffix) => {
  expect(descriptorSuffix(name)).toBe(suffix)
})

test('a list is read from seconds that include both ends of its period, and goes on after an object', () => {
  const list = sessionsOf({ from: new Date(1_500), until: new Date(2_500) }, null)
  expect(pageAfter(list, 'cs_9').params).toEqual({ created: { gte: 1, lte: 3 }, limit: 100, starting_after: 'cs_9' })
})
