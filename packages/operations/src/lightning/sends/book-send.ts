import type { DecodedInvoice } from '@gateway/chains/lightning/decoded-invoice'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { readSpendable } from '@gateway/db/lightning/balance-queries'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { insertSend } from '@gateway/db/lightning/payment-queries'
import { endWaitingRequest, type RequestOfWallet } from '@gateway/db/lightning/request-queries'
import { holdLightningWallet } from '@gateway/db/lightning/wallet-queries'
import type { Em } from '@gateway/db/orm'
import { lightningReserved } from '@gateway/domain/ledger/lightning-templates'
import { reserveMsat } from '@gateway/domain/lightning/amounts'
import { lightningMachine } from '@gateway/domain/lightning/machine'
import type { LightningRefusal, SendWanted } from '@gateway/domain/lightning/request'
import type { SendTerms } from '@gateway/domain/lightning/terms'
import { queueNotification } from '../../kernel/notifications.ts'
import { isOutsideBounds } from '../../kernel/savepoint.ts'
import { transaction } from '../../kernel/transaction.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** A send whose invoice was read and whose terms were checked. */
export interface Booking {
  readonly request: RequestOfWallet
  readonly wanted: SendWanted
  readonly decoded: DecodedInvoice
  readonly terms: SendTerms
  /** The invoice is one of this service. */
  readonly isInternal: boolean
}

/** Undoes a transaction whose send is refused. */
class Refused extends Error {
  readonly refusal: LightningRefusal
  constructor(refusal: LightningRefusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/**
 * Books a send in one transaction: its payment, its attempt, and amount and reserve set aside in the ledger, whose accounts cannot fall below 0. Nothing is
 * set aside for one inside the service, which is one transfer once the node has cancelled the invoice: until then no other send of the wallet is booked for
 * its money.
 *
 * @returns why nothing was booked; undefined when it was, or when the request was withdrawn.
 */
export async function bookSend(ctx: PayContext, booking: Booking): Promise<LightningRefusal | undefined> {
  try {
    await transaction(ctx, (em) => book(em, ctx, booking))
    await ctx.failpoint('sendBooked')
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

async function book(em: Em, ctx: PayContext, booking: Booking): Promise<void> {
  const { id } = booking.request
  if (!(await endWaitingRequest(em, { id, state: 'taken', refusal: null, endedAt: ctx.clock.now() }))) return
  await holdLightningWallet(em, { id: booking.request.nodeId })
  const payment = draftSend(ctx, booking)
  if (!(await insertSend(em, payment))) throw new Refused({ reason: 'already_paid' })
  const isCovered = (await hasFunds(em, payment)) && (payment.isInternal || (await setAside(em, ctx, payment)))
  if (!isCovered) throw new Refused({ reason: 'insufficient_balance' })
  await insertTogether(em, [{ into: 'lightning_attempt', rows: [attemptOf(payment, booking.terms)] }])
  // Its caller waits for the outcome, and is notified of that.
  queueNotification(em, { channel: 'lightning_due', payload: 'call' })
}

/** True when a wallet has a send's money now: an invoice of this service is not cancelled for a payer who has too little. */
async function hasFunds(em: Em, { id, nodeId, amountMsat, reserveMsat }: LightningPaymentEntity): Promise<boolean> {
  return (await readSpendable(em, { nodeId, except: id })) >= amountMsat + reserveMsat
}

/** False when the wallet has less: no balance of the ledger may be below 0, and the transaction can only be undone then. */
async function setAside(em: Em, ctx: PayContext, { mode, nodeId, ...send }: LightningPaymentEntity): Promise<boolean> {
  try {
    await postTransfers(em, ctx, [lightningReserved({ mode, walletId: nodeId }, send)])
    return true
  } catch (error) {
    if (isOutsideBounds(error)) return false
    throw error
  }
}

function draftSend({ clock }: PayContext, { request, wanted, decoded, terms, isInternal }: Booking): LightningPaymentEntity {
  const { id, nodeId, merchantId, businessId, mode, walletId } = request
  const now = clock.now()
  return {
    id,
    nodeId,
    merchantId,
    businessId,
    mode,
    walletId,
    direction: 'outgoing',
    state: lightningMachine.initial,
    paymentHash: decoded.paymentHash,
    paymentRequest: wanted.paymentRequest,
    amountMsat: terms.amountMsat,
    reserveMsat: isInternal ? 0n : reserveMsat(terms.amountMsat),
    feeMsat: 0n,
    isInternal,
    description: decoded.description === '' ? null : decoded.description,
    destination: wanted.destination,
    preimage: null,
    lnurlMetadata: null,
    expiresAt: decoded.expiresAt,
    lookAt: now,
    settledAt: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  }
}

const attemptOf = ({ id, paymentHash, paymentRequest, reserveMsat: feeLimitMsat }: LightningPaymentEntity, { namedMsat }: SendTerms) => ({
  paymentId: id,
  paymentHash,
  paymentRequest,
  amountMsat: namedMsat,
  feeLimitMsat,
  state: 'signed' as const,
  calls: 0,
  firstCalledAt: null,
  lastProblem: null,
  hasWorkflow: false,
  proof: null,
})
