import type { CardEventName } from '@gateway/domain/cards/events'
import { NotFound } from '@gateway/domain/kernel/error'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cardAccountView, onboardingLinkView, paymentMethodsView } from './accounts.ts'
import { cardDisputeView, cardPayoutView } from './disputes.ts'
import { DisputeEvidenceInput } from './evidence.ts'
import { SentFile } from '../wire/objects/sent-file.ts'
import * as inputs from './inputs.ts'
import { sampleCard } from './sample.ts'
import { cardSubject } from './subject.ts'
import { cardEscrowView, cardPaymentView, cardRefundView, cardReleaseView, cardTransactionView } from '../cards.ts'
import { parseJson } from '../wire/json.ts'

const id = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const at = new Date('2026-10-01T12:00:00.000Z')
const business = { id, merchantId: id, mode: 'test' } as Parameters<typeof sampleCard>[1]['business']
const sample = (type: CardEventName = 'card_payment_success') => sampleCard(type, { id, business, at })
const owned = { id, merchantId: id, businessId: id, mode: 'test', createdAt: at, updatedAt: at } as const
const account = {
  ...owned,
  processorAccountId: 'acct_1',
  country: 'DE',
  email: 'mara@kestrel.example',
  detailsSubmitted: true,
  chargesEnabled: true,
  payoutsEnabled: false,
  requirementsDue: ['external_account'],
  requirementsDeadline: at,
  disabledReason: null,
  asOf: at,
} as const

describe('a new card payment', () => {
  test('has integer amounts in the smallest unit and a currency in any case', () => {
    expect(inputs.CreateCardPaymentInput.parse({ amount: 500, currency: 'jpy' })).toEqual({
      amount: 500n,
      currency: 'JPY',
      escrowMode: false,
      metadata: {},
    })
    expect(inputs.CreateCardPaymentInput.parse({ amount: '500', escrow_mode: true, success_url: null })).toEqual({
      amount: 500n,
      currency: 'USD',
      escrowMode: true,
      metadata: {},
    })
  })

  test.each(['10.5', '0', '-5', '1e22', '1e400', '9007199254740993.5', '"10.00"', '""', 'null', 'true', '[]', '1000000000000000'])(
    'is refused with the amount %s',
    (amount) => {
      const refused = inputs.CreateCardPaymentInput.safeParse(parseJson(`{"amount":${amount}}`))
      expect(refused.error?.issues.map(({ path }) => path)).toEqual([['amount']])
    },
  )

  test('keeps every amount exactly', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 999_999_999_999n), (amount) => {
        expect(inputs.CreateCardPaymentInput.parse(parseJson(`{"amount":${amount}}`)).amount).toBe(amount)
      }),
    )
  })
})

describe('a card payment is named', () => {
  test.each([id, 'cs_test_a1B2', 'pi_3Nq'])('by %s', (name) => {
    expect(inputs.CardPaymentRef.parse({ id: name })).toEqual({ id: name })
  })

  test.each(['re_1', 'cs_', 'cs_a b', `pi_${'x'.repeat(300)}`, '', 7])('and not by %j, which is an unknown one', (name) => {
    expect(() => inputs.CardPaymentRef.parse({ id: name })).toThrow(NotFound)
  })

  test.each([
    'escrowId',
    'escrow_id',
    'payment_intent_id',
    'processor_payment_intent_id',
    'stripe_payment_intent_id',
    'payment_id',
    'paymentId',
  ])('for a refund as %s', (name) => {
    expect(inputs.RefundCardInput.parse({ [name]: 'pi_1', amount: 5 })).toEqual({ escrowId: 'pi_1', amount: 5n })
  })
})

describe('other requests about cards', () => {
  test('read a country in any case and refuse a name', () => {
    expect(inputs.OnboardCardsInput.parse({ country: 'de' })).toEqual({ country: 'DE' })
    expect(inputs.OnboardCardsInput.safeParse({ country: 'Germany' }).success).toBe(false)
  })

  test('release by the id of an escrow alone', () => {
    expect(inputs.ReleaseCardEscrowInput.parse({ escrow_id: id, reason: 'Delivered' })).toEqual({ escrowId: id, reason: 'Delivered' })
    expect(() => inputs.ReleaseCardEscrowInput.parse({ escrow_id: 'pi_1' })).toThrow(NotFound)
  })

  test.each([
    ['payments', inputs.ListCardPaymentsInput, 'disputed'],
    ['escrows', inputs.ListCardEscrowsInput, 'released'],
    ['transactions', inputs.ListCardTransactionsInput, 'succeeded'],
    ['disputes', inputs.ListCardDisputesInput, 'warning_needs_response'],
    ['payouts', inputs.ListCardPayoutsInput, 'in_transit'],
  ] as const)('list %s by business and status, and refuse another filter', (...[, input, status]) => {
    expect(input.parse({ business_id: id, status })).toEqual({ businessId: id, status, limit: 50, offset: 0 })
    for (const unknown of [{ state: status }, { status: 'gone' }]) expect(input.safeParse(unknown).success).toBe(false)
  })

  test.each([
    [inputs.CardEscrowRef, 'id'],
    [inputs.CardTransactionRef, 'id'],
    [inputs.PaymentMethodsRef, 'id'],
    [inputs.CardAccountRef, 'business_id'],
  ] as const)('name an object by its id alone', (input, name) => {
    expect(Object.values(input.parse({ [name]: id }))).toEqual([id])
    expect(() => input.parse({ [name]: 'pi_1' })).toThrow(NotFound)
  })

  test('name a dispute by its id or by the processor’s', () => {
    expect(inputs.CardDisputeRef.parse({ id: 'du_1' })).toEqual({ id: 'du_1' })
    expect(() => inputs.CardDisputeRef.parse({ id: 'pi_1' })).toThrow(NotFound)
  })

  test('send evidence by the names of the processor', () => {
    expect(DisputeEvidenceInput.parse({ id: 'dp_1', customer_name: 'Lena', shippingTrackingNumber: '42', submit: false })).toEqual({
      id: 'dp_1',
      isFinal: false,
      texts: { customer_name: 'Lena', shipping_tracking_number: '42' },
      files: [],
    })
  })

  test('send files as evidence, with names of one line', () => {
    const bytes = Uint8Array.of(1)
    const file = (name: string) => new SentFile({ name, bytes, digest: '' })
    expect(DisputeEvidenceInput.parse({ id: 'dp_1', receipt: file('a\nb.pdf'), uncategorizedFile: file('c.png') })).toMatchObject({
      isFinal: true,
      files: [
        { kind: 'receipt', name: 'a b.pdf', bytes },
        { kind: 'uncategorized_file', name: 'c.png', bytes },
      ],
    })
    for (const receipt of ['receipt.pdf', {}, [file('a'), file('b')], file(''), file('x'.repeat(256))])
      expect(DisputeEvidenceInput.safeParse({ id: 'dp_1', receipt }).error?.issues).toMatchObject([{ path: ['receipt'] }])
    expect(DisputeEvidenceInput.safeParse({ id: 'dp_1', customer_name: file('a') }).success).toBe(false)
  })
})

describe('an answer about cards', () => {
  test('has the payment with the fee on what is not refunded', () => {
    const { payment } = sample()
    const partly = { ...payment, state: 'partially_refunded', refundedMinor: 1_000n } as const
    const shown = cardPaymentView.present({ payment: partly, escrowState: 'partially_refunded' })
    expect(cardPaymentView.schema.strict().parse(shown)).toMatchObject({
      amount: 2500,
      currency: 'usd',
      status: 'partially_refunded',
      escrow_mode: true,
      escrow_status: 'partially_refunded',
      payment_intent_id: 'pi_sample',
      stripe_payment_intent_id: 'pi_sample',
      platform_fee_amount: 15,
      merchant_amount: 1485,
      amount_refunded: 1000,
      livemode: false,
    })
    const unpaid = cardPaymentView.present({ payment: { ...payment, capturedMinor: null, escrowId: null }, escrowState: null })
    expect(unpaid).toMatchObject({ platform_fee_amount: 25, merchant_amount: 2475, escrow_mode: false, escrow_status: null })
  })

  test('has the escrow with ids of ours until the processor has answered', () => {
    const { payment, escrow } = sample('card_escrow_release')
    expect(cardEscrowView.schema.strict().parse(cardEscrowView.present({ payment, escrow }))).toMatchObject({
      transfer_id: 'tr_sample',
      status: 'released',
    })
    const unanswered = { payment, escrow: { ...escrow, processorTransferId: null } }
    expect(cardReleaseView.schema.strict().parse(cardReleaseView.present(unanswered))).toEqual({
      transfer_id: id,
      amount_transferred: 2475,
      escrow_id: id,
      escrow_status: 'released',
    })
    expect(cardEscrowView.present({ payment, escrow: { ...escrow, processorTransferId: null, releasedAt: null } }).transfer_id).toBeNull()
  })

  test('has the refund with everything that is refunded or may be', () => {
    const { payment, refund } = sample()
    const pending = { ...refund, state: 'requires_action', processorRefundId: null, amountMinor: 500n } as const
    const seen = { refund: pending, escrowState: 'funded' as const, payment: { ...payment, refundedMinor: 1_000n, pendingMinor: 500n } }
    expect(cardRefundView.schema.strict().parse(cardRefundView.present(seen))).toEqual({
      refund_id: id,
      status: 'pending',
      amount_refunded: 500,
      total_refunded: 1500,
      escrow_status: 'partially_refunded',
    })
    expect(cardRefundView.present({ ...seen, payment: { ...seen.payment, pendingMinor: 1_500n } }).escrow_status).toBe('refunded')
    expect(cardRefundView.present({ ...seen, escrowState: null, payment: { ...seen.payment, escrowId: null } }).escrow_status).toBeNull()
    const untouched = { ...seen.payment, refundedMinor: 0n, pendingMinor: 0n }
    expect(cardRefundView.present({ ...seen, payment: untouched }).escrow_status).toBe('funded')
  })

  test('has the account and what it can take', () => {
    expect(cardAccountView.schema.strict().parse(cardAccountView.present(account))).toMatchObject({
      onboarding_complete: false,
      requirements_due: ['external_account'],
      stripe_account_id: 'acct_1',
      as_of: '2026-10-01T12:00:00.000Z',
    })
    expect(paymentMethodsView.present({ account })).toEqual({
      crypto: true,
      cards: true,
      escrow: false,
      onboarding_complete: false,
      stripe_onboarding_complete: false,
    })
    expect(paymentMethodsView.present({ account: null })).toMatchObject({ crypto: true, cards: false, escrow: false })
    const link = onboardingLinkView.present({ processorAccountId: 'acct_1', url: 'https://connect.stripe.com/setup/s/1', expiresAt: at })
    expect(link).toMatchObject({ url: link.onboarding_url, stripe_account_id: 'acct_1' })
  })

  test('has transactions, disputes and payouts as their schemas say', () => {
    const { dispute } = sample()
    const transaction = {
      ...owned,
      paymentId: id,
      type: 'refund',
      status: 'succeeded',
      amountMinor: 5n,
      currency: 'JPY',
      escrowId: null,
      escrowState: null,
    } as const
    expect(cardTransactionView.schema.strict().parse(cardTransactionView.present(transaction))).toMatchObject({
      type: 'refund',
      currency: 'jpy',
    })
    expect(cardDisputeView.schema.strict().parse(cardDisputeView.present(dispute))).toMatchObject({ can_respond: true })
    expect(cardDisputeView.present({ ...dispute, status: 'unknown', processorStatus: 'a_word_of_2027' })).toMatchObject({
      status: 'unknown',
      can_respond: false,
    })
    const payout = {
      ...owned,
      processorPayoutId: 'po_1',
      status: 'a_word_of_2027',
      amountMinor: -5n,
      currency: 'EUR',
      arrivesAt: at,
      failureCode: null,
      asOf: at,
    }
    expect(cardPayoutView.schema.strict().parse(cardPayoutView.present(payout))).toMatchObject({ amount: -5, status: 'a_word_of_2027' })
  })
})

describe('a card event', () => {
  const common = [
    'amount',
    'currency',
    'processor_payment_intent_id',
    'stripe_payment_intent_id',
    'card_payment_id',
    'transaction_id',
    'business_id',
    'escrow_id',
    'escrow_status',
    'metadata',
  ]

  test.each([
    ['card_payment_success', [], 'funded'],
    ['card_refund', ['refund_id', 'amount_refunded'], 'refunded'],
    ['card_escrow_release', ['transfer_id', 'amount_transferred'], 'released'],
    ['card_dispute_created', ['dispute_id', 'reason'], 'disputed'],
  ] as const)('%s carries the common members and %j, as its schema says', (type, own, escrowStatus) => {
    const data = cardSubject.sample(type, { id, business, at })
    expect(Object.keys(data)).toEqual([...common, ...own])
    expect(cardSubject.schemaOf(type).strict().parse(data)).toMatchObject({ escrow_status: escrowStatus, amount: 2500 })
  })
})
