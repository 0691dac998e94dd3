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
  foreign(terms?: { amountMsat?: bigint | null; descriptionHash?: string; expiresAt?: Date }): ForeignInvoice
  /** Somebody outside pays an invoice of the gateway. */
  payFromOutside(paymentHash: string, amountMsat?: bigint): void
  /** The state of an invoice of the gateway at the node. */
  set(paymentHash: string, state: Known['state']): void
  /** The node answers nothing while this is true. */
  isAway: boolean
}

/** A node in memory. */
export function lightningDouble({ now }: Clock): LightningDouble {
  const known = new Map<string, Known>()
  const byRequest = new Map<string, string>()
  const outcomes = new Map<string, SendOutcome>()
  const sent: NewSend[] = []
  let count = 0
  const answer = <T>(value: () => T): Promise<T> =>
    double.isAway ? Promise.reject(new LightningUnavailable('it is away')) : Promise.resolve().then(value)
  const store = (preimage: string, terms: Partial<DecodedInvoice>): Known => {
    const paymentHash = hashOf(preimage)
    const invoice: Known = {
      amountMsat: 1_000_000n,
      description: '',
      descriptionHash: null,
      destination: '02'.padEnd(66, '0'),
      expiresAt: new Date(now().getTime() + HOUR_MS),
      ...terms,
      paymentHash,
      preimage,
      state: 'open',
      paidMsat: 0n,
    }
    known.set(paymentHash, invoice)
    byRequest.set(requestOf(paymentHash), paymentHash)
    return invoice
  }
  const settled = (hash: string, send: NewSend): SendOutcome => {
    const invoice = known.get(hash)
    if (!invoice) return { kind: 'failed', reason: 'NO_ROUTE' }
    const amountMsat = invoice.amountMsat ?? send.amountMsat ?? 0n
    return { kind: 'settled', preimage: invoice.preimage, amountMsat, feeMsat: 0n, settledAt: now() }
  }
  const double: LightningDouble = {
    isAway: false,
    outcomes,
    sent,
    foreign: ({ amountMsat = 1_000_000n, ...terms } = {}) => {
      const { paymentHash, preimage } = store(createHash('sha256').update(`foreign ${++count}`).digest('hex'), { amountMsat, ...terms })
      return { preimage, paymentHash, paymentRequest: requestOf(paymentHash) }
    },
    payFromOutside: (paymentHash, amountMsat) => {
      const invoice = known.get(paymentHash)
      if (!invoice) throw new Error('there is no such invoice')
      Object.assign(invoice, { state: 'settled', paidMsat: amountMsat ?? invoice.amountMsat })
    },
    set: (paymentHash, state) => void Object.assign(known.get(paymentHash) ?? {}, { state }),
    invoices: {
      addInvoice: ({ preimage, amountMsat, memo = '', descriptionHash = null, expirySeconds }) =>
        answer(() => {
          const expiresAt = new Date(now().getTime() + expirySeconds * 1_000)
          const paymentHash = hashOf(preimage)
          if (!known.has(paymentHash)) store(preimage, { amountMsat, description: memo, descriptionHash, expiresAt })
          return { paymentHash, paymentRequest: requestOf(paymentHash) }
        }),
      lookUpInvoice: (paymentHash) =>
        answer((): FoundInvoice => {
          const found = known.get(paymentHash)
          if (!found) return { state: 'unknown' }
          const { state, paidMsat } = found
          const amountPaidMsat = state === 'settled' ? paidMsat : 0n
          return { state, amountPaidMsat, settledAt: state === 'settled' ? now() : null, paymentRequest: requestOf(paymentHash) }
        }),
      cancelInvoice: (paymentHash) => answer(() => cancel(known.get(paymentHash))),
      watchSettled: () => ({ stop: () => {} }),
      channelBalance: () => answer(() => ({ localMsat: 10n ** 12n, unsettledLocalMsat: 0n, pendingLocalMsat: 0n, remoteMsat: 0n })),
      close: () => {},
    },
    pay: {
      decode: (paymentRequest) =>
        answer(() => {
          const found = known.get(byRequest.get(paymentRequest) ?? '')
          if (!found) throw new InvalidPaymentRequest('is no invoice of this network')
          return found
        }),
      send: async (send) => {
        sent.push(send)
        if (double.isAway) return { kind: 'unknown', reason: 'it is away' }
        const hash = byRequest.get(send.paymentRequest) ?? ''
        return outcomes.get(hash) ?? settled(hash, send)
      },
      track: async (hash) => (double.isAway ? { kind: 'unknown', reason: 'it is away' } : (outcomes.get(hash) ?? { kind: 'not_found' })),
      cancelInvoice: (paymentHash) => answer(() => cancel(known.get(paymentHash))),
      close: () => {},
    },
  }
  return double
}

function cancel(found: Known | undefined): 'canceled' | 'being_paid' | 'settled' | 'unknown' {
  if (!found) return 'unknown'
  if (found.state === 'settled') return 'settled'
  if (found.state === 'accepted') return 'being_paid'
  found.state = 'canceled'
  return 'canceled'
}

const hashOf = (preimage: string): string => createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
const requestOf = (hash: string): string => `lnbcrt1${[...hash].map((digit) => LETTERS[Number.parseInt(digit, 16)]).join('')}`
