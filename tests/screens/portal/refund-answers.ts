import { type Answers, ago } from './answers.ts'
import { PAYMENT_ID } from './payment-answers.ts'

type Refunds = Answers['payments.portal.refunds.list']
type Refund = Refunds['refunds'][number]

const DAY = 24 * 60
const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const TX = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
const LINK = 'https://pay.kestrel.example'

const offered: Refund = {
  id: '5d3b1c9e-19be-4c0d-8a42-d93f07b1e655',
  payment_id: PAYMENT_ID,
  paid_by: 'merchant',
  amount: 64.5,
  currency: 'EUR',
  rate: 'payment',
  blockchain: 'BTC',
  amount_crypto: '0.00118745',
  amount_paid: '0',
  address: null,
  status: 'offered',
  refund_url: null,
  pay_url: null,
  tx_hashes: [],
  transfers: [],
  named_transactions: [],
  reason: 'The second bag of Sidama is out of stock',
  payable_from: null,
  expires_at: ago(-14 * DAY),
  created_at: ago(12),
  payment_uri: null,
  qr_text: null,
}

const toPay = (open: string): Pick<Refund, 'address' | 'payment_uri' | 'qr_text'> => ({
  address: ADDRESS,
  payment_uri: `bitcoin:${ADDRESS}?amount=${open}`,
  qr_text: `bitcoin:${ADDRESS}?amount=${open}`,
})

const transfer = (more: Partial<Refund['transfers'][number]>): Refund['transfers'][number] => ({
  tx_hash: TX,
  amount: '0.00118745',
  status: 'final',
  counted: true,
  ...more,
})

const named: Refund = { ...offered, id: '2', status: 'named', ...toPay('0.00118745') }

const partlyPaid: Refund = {
  ...named,
  id: '3',
  status: 'paying',
  amount_paid: '0.0005',
  ...toPay('0.00068745'),
  transfers: [
    transfer({ amount: '0.0005' }),
    transfer({ amount: '0.0002', status: 'gone', tx_hash: `0a${TX.slice(2)}` }),
    transfer({ amount: '0.0003', counted: false, status: 'included', tx_hash: `0b${TX.slice(2)}` }),
  ],
  named_transactions: [
    { tx_hash: `0c${TX.slice(2)}`, status: 'waiting', problem: null },
    { tx_hash: `0d${TX.slice(2)}`, status: 'refused', problem: 'pays_something_else' },
  ],
}

const complete: Refund = {
  ...offered,
  id: '4',
  status: 'refunded',
  amount_paid: '0.00118745',
  address: ADDRESS,
  transfers: [transfer({})],
}
const confirming: Refund = { ...complete, id: '5', status: 'paying', amount_paid: '0', transfers: [transfer({ status: 'included' })] }
const held: Refund = {
  ...offered,
  id: '6',
  paid_by: 'gateway',
  amount: null,
  rate: null,
  reason: null,
  status: 'named',
  address: ADDRESS,
  payable_from: ago(-2 * DAY),
}

/** A payment whose refunds are in every state. */
export const everyRefund: Refunds = {
  amount_left: '0.0003682',
  refunds: [
    offered,
    named,
    partlyPaid,
    confirming,
    { ...offered, id: '8', status: 'expired', expires_at: ago(DAY) },
    { ...offered, id: '7', status: 'cancelled' },
    complete,
    held,
  ],
}

/** A payment of which one refund has expired. */
export const expiredRefund: Refunds = { amount_left: '0.0027431', refunds: [{ ...offered, status: 'expired', expires_at: ago(DAY) }] }

/** A payment of which one refund is to be paid. */
export const payableRefund: Refunds = { amount_left: '0.00155565', refunds: [named] }

const links = {
  refund_url: `${LINK}/refund/ret_4f0c9a1b7e22m3Vq8ZtR1yKx5LwPn0BdQf7U`,
  pay_url: `${LINK}/pay-refund/ret_aHc2Sj6E1Zx9cV2bN4mQ7wE0rT5yU8iO3pA6s`,
}

/** Refunds of a payment that went as it should: none yet. */
export const refundAnswers = {
  'payments.portal.refunds.list': { amount_left: '0.0027431', refunds: [] },
  'payments.portal.refunds.start': { refund: { ...offered, ...links } },
  'payments.portal.refunds.renew': { refund: { ...offered, ...links } },
} as const satisfies Partial<Answers>
