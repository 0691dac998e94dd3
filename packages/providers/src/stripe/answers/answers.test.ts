import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAccount } from './accounts.ts'
import { readCharge, readPaymentIntent, readSession } from './charges.ts'
import { readDispute } from './disputes.ts'
import { readRefund } from './money.ts'
import { pageReader } from './shape.ts'

const balance = {
  object: 'balance_transaction',
  id: 'txn_1',
  amount: 10_000,
  fee: 320,
  net: 9_680,
  currency: 'jpy',
  type: 'charge',
  source: 'ch_1',
  created: 1_796_000_000,
}
const charge = {
  object: 'charge',
  id: 'ch_1',
  paid: true,
  amount_captured: 10_000,
  amount_refunded: 0,
  currency: 'jpy',
  created: 1_796_000_000,
  application_fee: 'fee_1',
  payment_intent: 'pi_1',
  balance_transaction: balance,
}
const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  amount_received: 10_000,
  currency: 'jpy',
  latest_charge: charge,
  metadata: { intent_id: 'i1' },
}
const session = {
  object: 'checkout.session',
  id: 'cs_1',
  status: 'open',
  payment_status: 'unpaid',
  amount_total: 10_000,
  currency: 'jpy',
  payment_intent: null,
  url: 'https://checkout.example/cs_1',
  expires_at: 1_796_086_400,
  metadata: { intent_id: 'i1' },
}
const refund = { object: 'refund', id: 're_1', amount: 500, currency: 'usd', status: 'succeeded', metadata: null }

describe('an answer of the processor', () => {
  test('about a session has the page, and the payment intent where it was asked for', () => {
    expect(readSession(session)).toMatchObject({
      session: {
        id: 'cs_1',
        intentId: 'i1',
        amountMinor: 10_000n,
        currency: 'JPY',
        url: 'https://checkout.example/cs_1',
        paymentIntentId: null,
      },
      paymentIntent: null,
    })
    expect(readSession({ ...session, payment_intent: 'pi_1' })?.session.paymentIntentId).toBe('pi_1')
    expect(readSession({ ...session, payment_intent: intent })).toMatchObject({
      session: { paymentIntentId: 'pi_1' },
      paymentIntent: {
        status: 'succeeded',
        charge: { id: 'ch_1', applicationFeeId: 'fee_1', balance: { feeMinor: 320n, netMinor: 9_680n } },
      },
    })
  })

  test('about a declined payment intent has the bank’s reason, or that there was none', () => {
    const declined = { ...intent, status: 'requires_payment_method', latest_charge: 'ch_0' }
    const reason = (error: unknown) => readPaymentIntent({ ...declined, last_payment_error: error })?.declineCode
    expect([
      reason({ code: 'card_declined', decline_code: 'insufficient_funds' }),
      reason({ code: 'expired_card' }),
      reason({}),
      reason(null),
    ]).toEqual(['insufficient_funds', 'expired_card', 'unknown', null])
  })

  test('about a charge without its balance says that the cost is not known yet', () => {
    expect(readCharge({ ...charge, balance_transaction: 'txn_1' })?.balance).toBeNull()
    expect(readCharge({ ...charge, balance_transaction: null })?.balance).toBeNull()
  })

  test('about an account names each requirement once, with its deadline', () => {
    const requirements = {
      currently_due: ['external_account', 'tos'],
      past_due: ['tos'],
      current_deadline: 1_796_000_000,
      disabled_reason: 'requirements.past_due',
    }
    const account = {
      object: 'account',
      id: 'acct_1',
      country: 'DE',
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: true,
      requirements,
    }
    expect(readAccount(account)).toEqual({
      id: 'acct_1',
      intentId: null,
      country: 'DE',
      chargesEnabled: false,
      payoutsEnabled: false,
      detailsSubmitted: true,
      requirementsDue: ['tos', 'external_account'],
      requirementsDeadline: new Date(1_796_000_000_000),
      disabledReason: 'requirements.past_due',
    })
  })

  test('about a dispute has the deadline and the lines by which money moved', () => {
    const dispute = {
      object: 'dispute',
      id: 'dp_1',
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 10_000,
      currency: 'usd',
      charge: 'ch_1',
      payment_intent: 'pi_1',
      evidence_details: { due_by: 1_796_000_000, has_evidence: false, submission_count: 0, past_due: false },
      balance_transactions: [{ ...balance, id: 'txn_2', amount: -10_000, fee: 1_500, net: -11_500, type: 'adjustment' }],
      created: 1_796_000_000,
    }
    expect(readDispute(dispute)).toMatchObject({
      evidenceDueAt: new Date(1_796_000_000_000),
      balances: [{ amountMinor: -10_000n, netMinor: -11_500n }],
    })
  })

  test('with a word of a later version is read with it', () => {
    expect(readRefund({ ...refund, status: 'a_word_of_2027' })?.status).toBe('a_word_of_2027')
    expect(readRefund({ ...refund, status: null })?.status).toBe('pending')
  })

  test.each([
    { ...refund, object: 'charge' },
    { ...refund, amount: 10.5 },
    { ...refund, amount: '500' },
    { ...refund, id: undefined },
    '<html>',
    null,
    [],
  ])('of another shape is none: %j', (answer) => {
    expect(readRefund(answer)).toBeUndefined()
  })

  test('is read or refused and never thrown, whatever it is', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        for (const read of [readSession, readPaymentIntent, readCharge, readRefund, readDispute, readAccount])
          expect(() => read(answer)).not.toThrow()
      }),
    )
  })
})

describe('a page of a list', () => {
  const read = pageReader(readRefund)

  test('ends with the object after which the next one begins', () => {
    expect(read({ data: [refund, { ...refund, id: 're_2' }], has_more: true })?.nextAfter).toBe('re_2')
    expect(read({ data: [refund], has_more: false })).toMatchObject({ objects: [{ id: 're_1' }], nextAfter: null })
    expect(read({ data: [], has_more: false })).toEqual({ objects: [], nextAfter: null })
  })

  test('with an object of another shape is none, because that one might be looked for', () => {
    expect(read({ data: [refund, { id: 're_2' }], has_more: false })).toBeUndefined()
  })
})
