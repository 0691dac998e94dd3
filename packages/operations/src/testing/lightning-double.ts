import { InvalidPaymentRequest, LightningUnavailable } from '@gateway/chains/lightning/errors'
import type { DecodedInvoice } from '@gateway/chains/lightning/decoded-invoice'
import type { FoundInvoice, InvoiceNode } from '@gateway/chains/lightning/invoice-node'
import type { NewSend, PayNode } from '@gateway/chains/lightning/pay-node'
import type { SendOutcome } from '@gateway/chains/lightning/send-outcome'
import type { Clock } from '@gateway/domain/kernel/clock'
import { createHash } from 'node:crypto'

/** Hexadecimal digits in the alphabet of BOLT11, so that the gateway takes the text for an invoice. */
const LETTERS = 'qpzry9x8gf2tvdw0'
const HOUR_MS = 3_600_000

/** An invoice of somebody else's node. */
interface ForeignInvoice {
  readonly preimage: string
  readonly paymentRequest: string
  readonly paymentHash: string
}

interface Known extends DecodedInvoice {
  readonly preimage: string
  state: Exclude<FoundInvoice['state'], 'unknown'>
  paidMsat: bigint
}

/** Shows what no honest node of a test shows on demand: an outcome that stays unknown, a lie, a silence. Everything else is proven on real nodes. */
export interface LightningDouble {
  readonly invoices: InvoiceNode
  readonly pay: PayNode
  /** What each hash is answered by `send` and `track`; without an entry it is paid for a fee of 0. */
  readonly outcomes: Map<string, SendOutcome>
  /** Every call of `send`, in order. */
  readonly sent: NewSend[]
  /** An invoice of another node. */
  foreign(terms?: { amountMsat?: bigint | null; description?: string; descriptionHash?: string; expiresAt?: Date }): ForeignInvoice
  /** An invoice that somebody else has signed, for the payment hash of one that exists. */
  forge(paymentHash: string, terms: { amountMsat: bigint }): string
  /** Somebody outside pays an invoice of the gateway. */
  payFromOutside(paymentHash: string, amountMsat?: bigint): void
  /** The state of an invoice of the gateway at the node. */
  set(paymentHash: string, state: Known['state']): void
  /** The node answers nothing while this is true. */
  isAway: boolean
}

/** What the double knows. */
interface World extends Pick<LightningDouble, 'outcomes' | 'sent'> {
  readonly now: () => Date
  readonly known: Map<string, Known>
  /** By their text. */
  readonly forged: Map<string, DecodedInvoice>
  /** A value, unless the node is away. */
  answer<T>(value: () => T): Promise<T>
  readonly isAway: () => boolean
}

/** A node in memory. */
export function lightningDouble({ now }: Clock): LightningDouble {
  const isAway = (): boolean => double.isAway
  const answer = <T>(value: () => T): Promise<T> =>
    isAway() ? Promise.reject(new LightningUnavailable('it is away')) : Promise.resolve().then(value)
  const world: World = { now, known: new Map(), forged: new Map(), outcomes: new Map(), sent: [], answer, isAway }
  const { known, forged, outcomes, sent } = world
  let count = 0
  const double: LightningDouble = {
    isAway: false,
    outcomes,
    sent,
    invoices: invoicesOf(world),
    pay: payOf(world),
    foreign: (terms = {}) => {
      const { paymentHash, preimage } = store(world, createHash('sha256').update(`foreign ${++count}`).digest('hex'), terms)
      return { preimage, paymentHash, paymentRequest: requestOf(paymentHash) }
    },
    forge: (paymentHash, terms) => {
      const invoice = known.get(paymentHash)
      if (!invoice) throw new Error('there is no such invoice')
      const paymentRequest = `${requestOf(paymentHash)}${LETTERS}`
      forged.set(paymentRequest, { ...invoice, ...terms })
      return paymentRequest
    },
    payFromOutside: (paymentHash, amountMsat) => {
      const invoice = known.get(paymentHash)
      if (!invoice) throw new Error('there is no such invoice')
      Object.assign(invoice, { state: 'settled', paidMsat: amountMsat ?? invoice.amountMsat })
    },
    set: (paymentHash, state) => void Object.assign(known.get(paymentHash) ?? {}, { state }),
  }
  return double
}

function store({ known, now }: World, preimage: string, terms: Partial<DecodedInvoice>): Known {
  const paymentHash = hashOf(preimage)
  const expiresAt = new Date(now().getTime() + HOUR_MS)
  const usual = { amountMsat: 1_000_000n, description: '', descriptionHash: null, destination: '02'.padEnd(66, '0'), expiresAt }
  const invoice: Known = { ...usual, ...terms, paymentHash, preimage, state: 'open', paidMsat: 0n }
  known.set(paymentHash, invoice)
  return invoice
}

const invoicesOf = (world: World): InvoiceNode => ({
  addInvoice: ({ preimage, amountMsat, memo = '', descriptionHash = null, expirySeconds }) =>
    world.answer(() => {
      const expiresAt = new Date(world.now().getTime() + expirySeconds * 1_000)
      const paymentHash = hashOf(preimage)
      const known = world.known.get(paymentHash)
      const made = known ?? store(world, preimage, { amountMsat, description: memo, descriptionHash, expiresAt })
      return { state: made.state, paymentHash, paymentRequest: requestOf(paymentHash), expiresAt: made.expiresAt }
    }),
  lookUpInvoice: (paymentHash) => world.answer(() => foundOf(world, paymentHash)),
  cancelInvoice: (paymentHash) => world.answer(() => cancel(world.known.get(paymentHash))),
  watchSettled: () => ({ stop: () => {} }),
  channelBalance: () => world.answer(() => ({ localMsat: 10n ** 12n, unsettledLocalMsat: 0n, pendingLocalMsat: 0n, remoteMsat: 0n })),
  close: () => {},
})

function foundOf({ known, now }: World, paymentHash: string): FoundInvoice {
  const found = known.get(paymentHash)
  if (!found) return { state: 'unknown' }
  const isSettled = found.state === 'settled'
  const { state, expiresAt } = found
  const paid = { amountPaidMsat: isSettled ? found.paidMsat : 0n, settledAt: isSettled ? now() : null }
  return { state, ...paid, paymentRequest: requestOf(paymentHash), expiresAt }
}

const AWAY: SendOutcome = { kind: 'unknown', reason: 'it is away' }

const payOf = (world: World): PayNode => ({
  decode: (paymentRequest) =>
    world.answer(() => {
      const own = [...world.known.values()].find(({ paymentHash }) => requestOf(paymentHash) === paymentRequest)
      const found = own ?? world.forged.get(paymentRequest)
      if (!found) throw new InvalidPaymentRequest('is no invoice of this network')
      return found
    }),
  send: async (send) => {
    world.sent.push(send)
    return world.isAway() ? AWAY : (world.outcomes.get(send.paymentHash) ?? settled(world, send))
  },
  track: async (hash) => (world.isAway() ? AWAY : (world.outcomes.get(hash) ?? { kind: 'not_found' })),
  cancelInvoice: (paymentHash) => world.answer(() => cancel(world.known.get(paymentHash))),
  close: () => {},
})

function settled({ known, now }: World, { paymentHash, amountMsat }: NewSend): SendOutcome {
  const invoice = known.get(paymentHash)
  if (!invoice) return { kind: 'failed', reason: 'NO_ROUTE', createdAt: now() }
  const paidMsat = invoice.amountMsat ?? amountMsat ?? 0n
  return { kind: 'settled', preimage: invoice.preimage, amountMsat: paidMsat, feeMsat: 0n, settledAt: now() }
}

function cancel(found: Known | undefined): 'canceled' | 'being_paid' | 'settled' | 'unknown' {
  if (!found) return 'unknown'
  if (found.state === 'settled') return 'settled'
  if (found.state === 'accepted') return 'being_paid'
  found.state = 'canceled'
  return 'canceled'
}

const hashOf = (preimage: string): string => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
const requestOf = (hash: string): string => `lnbcrt1${Array.from(hash, (digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}`
