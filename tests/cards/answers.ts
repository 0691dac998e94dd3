import { type Answers, ago } from '../screens/portal/answers.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'

type Detail = Answers['cards.portal.detail']
type Payment = Detail['payment']
type Row = Answers['cards.portal.list']['payments'][number]
type Dispute = Answers['cards.disputes.list']['disputes'][number]
type Escrow = Answers['cards.escrows.list']['escrows'][number]
type Payout = Answers['cards.payouts.list']['payouts'][number]
type Account = NonNullable<Answers['cards.portal.account']['account']>

export const CARD_ID = '8d1f3a52-4b7c-4e0f-9a61-7c2b5d9e0f14'
export const CARD_ESCROW_ID = 'b41c7e90-52ad-4f3e-8c17-0d9e6a2b8f35'
export const DISPUTE_ID = 'e29a6c41-9d3b-4a75-b0f8-61c7d2e5a983'
const DAY = 24 * 60
const PAGE = { limit: 50, offset: 0 } as const

const direct: Payment = {
  id: CARD_ID,
  business_id: BUSINESS_ID,
  amount: 14_900,
  currency: 'eur',
  description: 'Order 4192: Feldgrind hand grinder, 2 × 250 g Sidama',
  metadata: { order_id: '4192', customer: 'c_20931' },
  status: 'partially_refunded',
  escrow_mode: false,
  escrow_id: null,
  escrow_status: null,
  invoice_id: null,
  checkout_url: 'https://checkout.stripe.com/c/pay/cs_live_a1',
  checkout_session_id: 'cs_live_a1Q7ZtR1yKx5LwPn0BdQf7UaHc2Sj6Em3Vq8ZtR1yKx5LwPn0BdQf7Ua',
  transaction_id: CARD_ID,
  processor_payment_intent_id: 'pi_3PgNqL2eZvKYlo2C0hW7dU8n',
  payment_intent_id: 'pi_3PgNqL2eZvKYlo2C0hW7dU8n',
  stripe_payment_intent_id: 'pi_3PgNqL2eZvKYlo2C0hW7dU8n',
  platform_fee_amount: 59,
  merchant_amount: 11_841,
  amount_refunded: 3_000,
  created_at: ago(190),
  updated_at: ago(40),
  livemode: true,
}

const refund = (more: Partial<Detail['refunds'][number]> = {}): Detail['refunds'][number] => ({
  id: '1f2a6c41-9d3b-4a75-b0f8-61c7d2e5a983',
  refund_id: 're_3PgNqL2eZvKYlo2C0Xk2mQ8a',
  status: 'succeeded',
  processor_status: 'succeeded',
  amount: 3_000,
  reason: 'One bag arrived open',
  failure: null,
  created_at: ago(40),
  updated_at: ago(39),
  ...more,
})

/** A direct payment of which a part was refunded. */
const directDetail: Detail = {
  payment: direct,
  escrow: null,
  refunds: [refund()],
  disputes: [],
  money: { captured: 14_900, pending: 0, lost: 0, remaining: 11_900, fee_bps: 50, fee_collected: 74, fee_returned: 15, reversed: 0 },
  hold_reason: null,
  refund_refused_by: null,
  release_refused_by: 'direct',
  charge_id: 'ch_3PgNqL2eZvKYlo2C0w1b8Zrk',
  processor_account_id: 'acct_1PgKestrelCoffee0',
  captured_at: ago(188),
  expires_at: ago(-DAY),
}

const held: Payment = {
  ...direct,
  amount: 240_000,
  status: 'succeeded',
  escrow_mode: true,
  escrow_id: CARD_ESCROW_ID,
  escrow_status: 'funded',
  amount_refunded: 0,
  platform_fee_amount: 1_200,
  merchant_amount: 238_800,
  description: 'Espresso machine, delivery and installation',
}

const escrow: Escrow = {
  id: CARD_ESCROW_ID,
  payment_id: CARD_ID,
  business_id: BUSINESS_ID,
  amount: 240_000,
  currency: 'eur',
  status: 'funded',
  escrow_status: 'funded',
  amount_refunded: 0,
  amount_transferred: 0,
  transfer_id: null,
  refund_at: ago(-71 * DAY),
  released_at: null,
  created_at: ago(19 * DAY),
  livemode: true,
}

/** A payment whose money is held. */
const heldDetail: Detail = {
  ...directDetail,
  payment: held,
  escrow,
  refunds: [],
  money: { ...directDetail.money, captured: 240_000, remaining: 240_000, fee_collected: 1_200, fee_returned: 0 },
  release_refused_by: null,
}

const dispute: Dispute = {
  id: DISPUTE_ID,
  payment_id: CARD_ID,
  business_id: BUSINESS_ID,
  processor_dispute_id: 'du_1PhR2eZvKYlo2C7bXq4m9Tn',
  status: 'needs_response',
  processor_status: 'needs_response',
  reason: 'product_not_received',
  amount: 14_900,
  currency: 'eur',
  evidence_due_at: ago(-6 * DAY),
  has_evidence: false,
  submission_count: 0,
  can_respond: true,
  created_at: ago(2 * DAY),
  updated_at: ago(2 * DAY),
  livemode: true,
}
const lost: Dispute = {
  ...dispute,
  id: `4${DISPUTE_ID.slice(1)}`,
  status: 'lost',
  reason: 'fraudulent',
  can_respond: false,
  submission_count: 1,
  has_evidence: true,
  created_at: ago(70 * DAY),
}

const row = (at: number, more: Partial<Row>): Row => ({
  ...direct,
  hold_reason: null,
  ...more,
  id: `${at}${CARD_ID.slice(1)}`,
  created_at: ago(at * 170),
})

const payout = (at: number, more: Partial<Payout> = {}): Payout => ({
  id: `${at}3c7e90b-52ad-4f3e-8c17-0d9e6a2b8f35`,
  business_id: BUSINESS_ID,
  processor_payout_id: `po_1Ph${at}2eZvKYlo2C7bXq4m9Tn`,
  amount: 120_450 * at,
  currency: 'eur',
  status: 'paid',
  arrives_at: ago((at - 2) * DAY),
  failure_code: null,
  created_at: ago(at * DAY),
  livemode: true,
  ...more,
})

const account: Account = {
  onboarding_complete: true,
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
  requirements_due: [],
  requirements_deadline: null,
  disabled_reason: null,
  processor_account_id: 'acct_1PgKestrelCoffee0',
  stripe_account_id: 'acct_1PgKestrelCoffee0',
  as_of: ago(12),
}

/** Lists and objects of a business that takes cards. */
export const cardAnswers = {
  'cards.portal.account': { account },
  'cards.portal.attention': { held: [], disputes: [] },
  'cards.portal.list': {
    payments: [
      row(1, { status: 'pending', amount: 4_250, amount_refunded: 0, description: 'Order 4197' }),
      row(2, { status: 'succeeded', amount: 240_000, amount_refunded: 0, escrow_mode: true, description: held.description }),
      row(3, {}),
      row(4, { status: 'disputed', amount_refunded: 0, description: 'Order 4188' }),
      row(5, { status: 'succeeded', amount: 500, currency: 'jpy', amount_refunded: 0, description: null, hold_reason: 'amount_differs' }),
      row(6, { status: 'refunded', amount: 2_900, amount_refunded: 2_900, description: 'Sample box' }),
      row(7, { status: 'failed', amount_refunded: 0, description: 'Order 4170' }),
      row(8, {
        status: 'expired',
        amount: 100_000_000,
        amount_refunded: 0,
        description: 'Genossenschaftliche Sammelbestellung der Kaffeerösterei am Donaukanal',
      }),
    ],
    next_cursor: null,
    total: 8,
    total_is_capped: false,
  },
  'cards.portal.detail': directDetail,
  'cards.escrows.list': {
    escrows: [
      escrow,
      { ...escrow, id: `2${CARD_ESCROW_ID.slice(1)}`, status: 'partially_refunded', amount_refunded: 40_000, refund_at: ago(-5 * DAY) },
      { ...escrow, id: `3${CARD_ESCROW_ID.slice(1)}`, status: 'released', released_at: ago(DAY), amount_transferred: 238_800 },
      { ...escrow, id: `4${CARD_ESCROW_ID.slice(1)}`, status: 'created', refund_at: null },
      { ...escrow, id: `5${CARD_ESCROW_ID.slice(1)}`, status: 'disputed' },
    ],
    total: 5,
    ...PAGE,
  },
  'cards.disputes.list': {
    disputes: [
      dispute,
      { ...dispute, id: `2${DISPUTE_ID.slice(1)}`, status: 'warning_needs_response', reason: 'unrecognized' },
      { ...dispute, id: `3${DISPUTE_ID.slice(1)}`, status: 'won', can_respond: false, reason: 'duplicate' },
      lost,
    ],
    total: 4,
    ...PAGE,
  },
  'cards.disputes.get': { dispute },
  'cards.payouts.list': {
    payouts: [
      payout(1, { status: 'in_transit' }),
      payout(2),
      payout(3, { status: 'failed', failure_code: 'account_closed' }),
      payout(4, { currency: 'sek', amount: 1_000_000 }),
    ],
    total: 4,
    ...PAGE,
  },
  'cards.refund': { refund_id: 'r1', status: 'pending', amount_refunded: 11_900, total_refunded: 14_900, escrow_status: null },
} as const satisfies Partial<Answers>

/** A business that has not begun. */
export const noCards = {
  'cards.portal.account': { account: null },
  'cards.portal.list': { payments: [], next_cursor: null, total: 0, total_is_capped: false },
} as const satisfies Partial<Answers>
export const noEscrows = { 'cards.escrows.list': { escrows: [], total: 0, ...PAGE } } as const satisfies Partial<Answers>
export const noDisputes = { 'cards.disputes.list': { disputes: [], total: 0, ...PAGE } } as const satisfies Partial<Answers>
export const noPayouts = { 'cards.payouts.list': { payouts: [], total: 0, ...PAGE } } as const satisfies Partial<Answers>

/** A payment that is held in escrow, and the same after its release. */
export const inEscrow = { 'cards.portal.detail': heldDetail } as const satisfies Partial<Answers>
export const released = {
  'cards.portal.detail': {
    ...heldDetail,
    payment: { ...held, escrow_status: 'released' },
    escrow: { ...escrow, status: 'released', released_at: ago(30), amount_transferred: 238_800, transfer_id: 'tr_1Ph2eZvKYlo2C7bXq4m9Tn' },
    release_refused_by: 'released',
  },
} as const satisfies Partial<Answers>

/** A payment that an operator decides about. */
export const heldByOperator = {
  'cards.portal.detail': {
    ...directDetail,
    hold_reason: 'fee_refund_refused',
    refund_refused_by: 'held',
    refunds: [refund(), refund({ id: '2', refund_id: '2', status: 'failed', failure: 'expired_or_canceled_card', reason: null })],
  },
} as const satisfies Partial<Answers>

/** A payment whose cardholder disputes it. */
export const disputed = {
  'cards.portal.detail': {
    ...directDetail,
    payment: { ...direct, status: 'disputed' },
    disputes: [dispute],
    refund_refused_by: 'disputed',
    refunds: [refund({ status: 'pending', processor_status: null, amount: 500 })],
    money: { ...directDetail.money, pending: 500, remaining: 11_400 },
  },
} as const satisfies Partial<Answers>

/** A payment that nobody has paid. */
export const unpaid = {
  'cards.portal.detail': {
    ...directDetail,
    payment: { ...direct, status: 'pending', amount_refunded: 0, payment_intent_id: null },
    refunds: [],
    money: { ...directDetail.money, captured: null, remaining: 0 },
    refund_refused_by: 'pending',
    charge_id: null,
    captured_at: null,
    expires_at: ago(-21 * 60),
  },
} as const satisfies Partial<Answers>

/** A dispute that is decided. */
export const decidedDispute = { 'cards.disputes.get': { dispute: lost } } as const satisfies Partial<Answers>

/** An account that waits for its merchant. */
export const halfOnboarded = {
  'cards.portal.account': {
    account: {
      ...account,
      onboarding_complete: false,
      payouts_enabled: false,
      disabled_reason: 'requirements.past_due',
      requirements_due: [
        'external_account',
        'individual.verification.document',
        'individual.dob.day',
        'individual.dob.month',
        'tos_acceptance.date',
      ],
      requirements_deadline: ago(-9 * DAY),
    },
  },
} as const satisfies Partial<Answers>

/** What of cards needs a person. */
export const cardsNeedAttention = {
  'cards.portal.attention': {
    held: [{ id: CARD_ID, amount: 14_900, currency: 'eur', updated_at: ago(50), hold_reason: 'refund_differs' }],
    disputes: [dispute],
  },
} as const satisfies Partial<Answers>

/** What of cards needs operators. */
export const operatorCards: Answers['operator.cards'] = {
  unknown: [
    {
      id: 'i1',
      business_name: 'Kestrel Coffee',
      amount: 3_000,
      currency: 'eur',
      since: ago(95),
      purpose: 'card_refund',
      payment_id: CARD_ID,
      calls: 41,
      problem: 'http_502',
      next_try_at: ago(-1),
      temporal_url: 'https://temporal.example/workflows/card-escrow',
      processor_url: 'https://dashboard.stripe.com/payments/pi_1',
    },
  ],
  held: [
    {
      id: CARD_ID,
      business_name: 'Lumen & Söhne, Werkstatt für Leuchten und Spiegel',
      amount: 500,
      currency: 'jpy',
      since: ago(400),
      reason: 'amount_differs',
      status: 'pending',
      temporal_url: null,
      processor_url: 'https://dashboard.stripe.com/payments/pi_2',
    },
  ],
  disputes: [
    {
      id: DISPUTE_ID,
      business_name: 'Blue Bottle Books',
      amount: 14_900,
      currency: 'eur',
      since: ago(2 * DAY),
      payment_id: CARD_ID,
      escrow_mode: true,
      status: 'needs_response',
      reason: 'fraudulent',
      has_evidence: false,
      due_at: ago(-6 * DAY),
      processor_url: 'https://dashboard.stripe.com/disputes',
    },
  ],
}
