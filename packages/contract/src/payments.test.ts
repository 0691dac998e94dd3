import type { PaymentFacts } from '@gateway/domain/payments/payment'
import { describe, expect, test } from 'vitest'
import { CreatePaymentInput, ListPaymentsInput } from './payment-inputs.ts'
import {
  PaymentChangeView,
  PaymentView,
  presentPayment,
  presentPaymentChange,
  presentPublicPayment,
  PublicPaymentView,
} from './payments.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 9, 1, 12, minute))
const deposit = {
  chain: 'BTC',
  state: 'included',
  height: 7,
  inheritedArrival: null,
  replaced: false,
  reorged: false,
  dead: false,
  isFlushed: false,
} as const
const facts: PaymentFacts = {
  confirmations: 1,
  paymentUri: 'bitcoin:bcrt1q?amount=0.0002',
  qrText: 'bitcoin:bcrt1q?amount=0.0002',
  checkoutUrl: 'https://pay.example/pay/p',
  height: 9,
  finalizedHeight: undefined,
  movements: {
    deposits: [
      {
        ...deposit,
        id: 'BTC:t:0',
        asset: 'BTC',
        token: null,
        txId: 't',
        units: 20_835n,
        creditRevision: 0,
        intentId: 'i',
        arrivedAt: at(1),
      },
      {
        ...deposit,
        id: 'BTC:s',
        asset: null,
        token: '0xtoken',
        txId: 's',
        units: 7n,
        creditRevision: null,
        intentId: null,
        arrivedAt: at(3),
      },
    ],
    payouts: [
      {
        id: 'i',
        purpose: 'forward',
        leg: 0,
        asset: 'BTC',
        units: 20_835n,
        feeUnits: 208n,
        merchantUnits: 20_327n,
        networkFeeUnits: 300n,
        state: 'final',
        reason: null,
        txId: 'f',
        createdAt: at(2),
      },
    ],
  },
  quote: {
    id: 'q',
    asset: 'BTC',
    currency: 'EUR',
    rate: { digits: 551_234n, scale: 1 },
    usdRate: { digits: 60_000n, scale: 0 },
    spreadBps: 50,
    sources: [{ source: 'static', price: '55123.4', at: 'x' }],
    asOf: at(0),
  },
  payment: {
    id: 'p',
    merchantId: 'm',
    businessId: 'b',
    mode: 'test',
    asset: 'BTC',
    chain: 'BTC',
    address: 'bcrt1q',
    state: 'forwarded',
    currency: 'EUR',
    fiatMinor: 1_250n,
    usdCents: 1_360n,
    dueUnits: 20_834n,
    toleranceUnits: 1n,
    toleranceBps: 0,
    rulesId: 'r',
    quoteId: 'q',
    payoutTermsId: 'c',
    feeBps: 100,
    expiresAt: at(15),
    confirmationsRequired: 1,
    finalityRequired: false,
    receivedUnits: 20_835n,
    refundedUnits: 0n,
    returningUnits: 0n,
    includedHeight: 7,
    exceptions: ['overpaid'],
    lateVerdict: null,
    lateQuoteId: null,
    acceptedAt: null,
    resolution: 'paid',
    txId: 't',
    forwardTxId: 'f',
    platformTxId: 'f',
    feeUnits: 208n,
    merchantUnits: 20_327n,
    networkFeeUnits: 300n,
    description: null,
    metadata: { order: 1 },
    successUrl: null,
    cancelUrl: 'https://shop.example',
    createdAt: at(0),
    updatedAt: at(9),
    detectedAt: at(1),
    confirmedAt: at(2),
    forwardedAt: at(9),
  },
}

describe('presentPayment', () => {
  test('shows every described member of a payment, and no other', () => {
    const shown = presentPayment(facts, 'data:image/png;base64,x')
    expect(PaymentView.strict().parse(shown)).toEqual(shown)
    expect(shown).toEqual({
      id: 'p',
      business_id: 'b',
      payment_address: 'bcrt1q',
      crypto_amount: '0.00020834',
      amount_crypto: '0.00020834',
      blockchain: 'BTC',
      status: 'forwarded',
      expires_at: '2026-10-01T12:15:00.000Z',
      created_at: '2026-10-01T12:00:00.000Z',
      updated_at: '2026-10-01T12:09:00.000Z',
      detected_at: '2026-10-01T12:01:00.000Z',
      confirmed_at: '2026-10-01T12:02:00.000Z',
      forwarded_at: '2026-10-01T12:09:00.000Z',
      qr_code: 'data:image/png;base64,x',
      currency: 'EUR',
      amount: 12.5,
      amount_usd: 13.6,
      amount_received: '0.00020835',
      amount_due: '0',
      amount_refunded: '0',
      exceptions: ['overpaid'],
      confirmations: 1,
      confirmations_required: 1,
      tx_hash: 't',
      forward_tx_hash: 'f',
      platform_tx_hash: 'f',
      fee_amount: '0.00000208',
      merchant_amount: '0.00020327',
      network_fee: '0.000003',
      rate: {
        id: 'q',
        crypto: 'BTC',
        fiat: 'EUR',
        price: 55_123.4,
        spread_percent: 0.5,
        sources: ['static'],
        as_of: '2026-10-01T12:00:00.000Z',
      },
      resolution: 'paid',
      deposits: [
        {
          asset: 'BTC',
          token_address: null,
          amount: '0.00020835',
          tx_hash: 't',
          confirmations: 1,
          status: 'confirmed',
          credited: true,
          received_at: '2026-10-01T12:01:00.000Z',
        },
        {
          asset: null,
          token_address: '0xtoken',
          amount: '7',
          tx_hash: null,
          confirmations: 1,
          status: 'held',
          credited: false,
          received_at: '2026-10-01T12:03:00.000Z',
        },
      ],
      payouts: [
        {
          purpose: 'forward',
          asset: 'BTC',
          amount: '0.00020835',
          merchant_amount: '0.00020327',
          fee_amount: '0.00000208',
          network_fee: '0.000003',
          tx_hash: 'f',
          status: 'final',
          reason: null,
          created_at: '2026-10-01T12:02:00.000Z',
        },
      ],
      checkout_url: 'https://pay.example/pay/p',
      pay_url: 'https://pay.example/pay/p',
      payment_uri: 'bitcoin:bcrt1q?amount=0.0002',
      description: null,
      metadata: { order: 1 },
      success_url: null,
      cancel_url: 'https://shop.example',
      livemode: false,
    })
  })

  test('shows a deposit without its last confirmation until its block is final, where the payment requires that', () => {
    const waiting = { ...facts, payment: { ...facts.payment, finalityRequired: true } }
    const confirmationsAt = (finalizedHeight: number | undefined) =>
      presentPayment({ ...waiting, finalizedHeight }, '').deposits.map(({ confirmations }) => confirmations)
    expect([undefined, 6, 7].map(confirmationsAt)).toEqual([
      [0, 0],
      [0, 0],
      [1, 1],
    ])
  })

  test("shows an event's payment flat with its copies, and nested without the QR image", () => {
    const change = presentPaymentChange(facts, 'forwarding')
    expect(PaymentChangeView.strict().parse(change)).toEqual(change)
    const { qr_code: _, ...stored } = presentPayment(facts, '')
    expect(change).toMatchObject({
      payment_id: 'p',
      previous_status: 'forwarding',
      received_amount: '0.00020835',
      merchant_tx_hash: 'f',
      platform_fee: '0.00000208',
      payment: stored,
    })
    expect(Object.keys(change).toSorted()).toEqual(
      `payment_id status previous_status amount currency amount_usd crypto_amount amount_crypto blockchain payment_address amount_received received_amount amount_due
       amount_refunded exceptions confirmations confirmations_required tx_hash forward_tx_hash merchant_tx_hash platform_tx_hash fee_amount platform_fee merchant_amount
       network_fee confirmed_at expires_at description metadata payment`
        .split(/\s+/)
        .toSorted(),
    )
  })

  test('shows the payer only the business name of the merchant', () => {
    const shown = presentPublicPayment({ facts, businessName: 'Books' }, 'x')
    expect(PublicPaymentView.strict().parse(shown)).toEqual(shown)
    expect(Object.keys(shown).toSorted()).toEqual(
      `id payment_address crypto_amount blockchain status expires_at qr_code payment_uri amount currency description amount_received amount_due exceptions confirmations
       confirmations_required tx_hash success_url cancel_url business_name livemode`
        .split(/\s+/)
        .toSorted(),
    )
  })
})

describe('payment inputs', () => {
  test('use amount in its currency, else amount_usd', () => {
    expect(CreatePaymentInput.parse({ amount: 5, amount_usd: 7, currency: 'eur', blockchain: 'btc' })).toMatchObject({
      amount: { digits: 5n },
      currency: 'EUR',
      asset: 'BTC',
      metadata: {},
    })
    expect(CreatePaymentInput.parse({ amount_usd: '7', currency: 'eur', blockchain: 'btc' })).toMatchObject({
      amount: { digits: 7n },
      currency: 'USD',
    })
    expect(CreatePaymentInput.safeParse({ blockchain: 'btc' }).error?.issues).toMatchObject([{ path: ['amount'], message: 'is required' }])
  })

  test('accept an idempotency key in either spelling, of up to 255 printable ASCII characters', () => {
    const terms = { amount: 5, blockchain: 'btc' }
    const key = 'order A-1001 ~'
    expect(CreatePaymentInput.parse({ ...terms, idempotency_key: key }).idempotencyKey).toBe(key)
    expect(CreatePaymentInput.parse({ ...terms, idempotencyKey: 'x'.repeat(255) }).idempotencyKey).toBe('x'.repeat(255))
    expect(CreatePaymentInput.parse({ ...terms, idempotency_key: null })).not.toHaveProperty('idempotencyKey')
    for (const bad of ['', 'x'.repeat(256), 'schlüssel', 'tab\there', 5]) {
      expect(CreatePaymentInput.safeParse({ ...terms, idempotency_key: bad }).error?.issues).toMatchObject([{ path: ['idempotencyKey'] }])
    }
  })

  test('end a range of days with the end of its last day', () => {
    const { dateFrom, dateTo } = ListPaymentsInput.parse({ date_from: '2026-10-01', dateTo: '2026-10-01' })
    expect([dateFrom, dateTo]).toEqual([new Date('2026-10-01T00:00:00.000Z'), new Date('2026-10-02T00:00:00.000Z')])
    expect(ListPaymentsInput.safeParse({ date_from: '2026-10-02', date_to: '2026-10-01' }).success).toBe(false)
  })
})
