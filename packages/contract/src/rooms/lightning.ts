import { lightningMachine, type LightningState } from '@gateway/domain/lightning/machine'
import type { LightningPayment } from '@gateway/domain/lightning/payment'
import { lightningPaymentView } from '../lightning.ts'
import type { ContractRoom } from '../wire/objects/room.ts'
import { asked, type SampleFor, subject } from '../wire/objects/subject.ts'

/** A Lightning payment as its event carries it. */
export const lightningPaymentSubject = subject({
  name: 'lightning_payment',
  view: lightningPaymentView,
  machine: lightningMachine,
  events: {
    'lightning.payment.settled': {
      ...asked,
      nth: 1,
      description: 'A Lightning payment is settled: an incoming one is in the balance of its wallet, an outgoing one was paid.',
    },
  },
  sample: (state, at) => samplePayment(state, at),
})

const HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const EXPIRY_MS = 3_600_000

const samplePayment = (state: LightningState, { id, business, at }: SampleFor): LightningPayment => ({
  id,
  nodeId: id,
  merchantId: business.merchantId,
  businessId: business.id,
  mode: business.mode,
  walletId: 'main',
  direction: 'incoming',
  state,
  paymentHash: HASH,
  paymentRequest: 'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq',
  amountMsat: 1_000_000n,
  reserveMsat: 0n,
  feeMsat: 0n,
  description: 'A sample',
  destination: null,
  preimage: null,
  lnurlMetadata: null,
  expiresAt: new Date(at.getTime() + EXPIRY_MS),
  settledAt: state === 'settled' ? at : null,
  createdAt: at,
  updatedAt: at,
})

/** What the lists of the interface know of Lightning wallets. */
export const lightningRoom = {
  subjects: { lightning_payment: lightningPaymentSubject },
  errors: {
    INSUFFICIENT_BALANCE: {
      status: 400,
      meaning: 'The wallet has less than the amount and the reserve for the fee of its route: one percent, and at least 10 sats.',
      advice: 'Send less, or receive first. What is reserved for pending sends returns when they end.',
    },
    USERNAME_TAKEN: {
      status: 409,
      meaning: 'The username belongs to a wallet.',
      advice: 'Choose another one; `GET /api/lightning/address?username=` tells whether it is free.',
    },
    ADDRESS_EXISTS: {
      status: 409,
      meaning: 'The wallet has a Lightning Address, which never changes.',
      advice: 'Use the address that it has, or enable another wallet.',
    },
    ALREADY_PAID: {
      status: 409,
      meaning: 'The payment hash of the invoice has a send that is pending or settled, or somebody else is paying the invoice.',
      advice: 'Read the payment by its hash. Pay another invoice where you want to pay twice.',
    },
    LIGHTNING_UNAVAILABLE: {
      status: 503,
      meaning: 'The Lightning node, or the host of a Lightning Address, does not answer; nothing was done.',
      advice: 'Try again as `Retry-After` says, with the same key.',
    },
  },
} as const satisfies ContractRoom
