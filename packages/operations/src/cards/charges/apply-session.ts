import type { Em } from '@gateway/db/orm'
import type { ChargeFacts, PaymentIntentFacts } from '@gateway/domain/cards/facts'
import { heldUntil } from '@gateway/domain/cards/deadlines'
import type { CardEscrowInput } from '@gateway/domain/cards/escrow-machine'
import { type ChargeInput, sessionInputOf } from '@gateway/domain/cards/processor-status'
import type { ReadSession } from '@gateway/providers/stripe/answers/charges'
import { cardFeeMinor } from '@gateway/domain/cards/card-money'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { moneyOf } from '../lifecycle/standing.ts'
import { holdCharge, matchesPayment } from './hold-charge.ts'
import { isOpenUntilLater, nextLookAt } from './next-look-at.ts'
import { postCharge } from './post-charge.ts'
import { sendCardReceipt } from './send-card-receipt.ts'

const escrowInputs: Readonly<Record<ChargeInput, readonly CardEscrowInput[]>> = {
  charge: ['fund'],
  expire: ['expire'],
  fail: ['expire'],
  decline: [],
}

/**
 * Brings a locked card payment and its escrow to what the processor says about its checkout session: charged, failed or expired. What was applied before
 * has no further effect, in whichever order it is told.
 */
export async function applySession(
  em: Em,
  ctx: ProcessorContext,
  { payment, escrow, session, paymentIntent }: Card & ReadSession,
): Promise<void> {
  // Another page was opened meanwhile.
  if (payment.isReopenable && session.id !== payment.checkoutSessionId) return
  const charge = paidCharge(paymentIntent)
  const input = sessionInputOf(session, paymentIntent)
  payment.paymentIntentId ??= session.paymentIntentId
  payment.lookAt = nextLookAt(ctx, payment)
  payment.isProcessing = isUnderWay(payment, session, input)
  if (input === undefined || (input === 'charge' && charge === null)) return advanceCards(em, ctx, { payment, escrow })
  if (input !== 'charge' || charge === null) return applyEnd(em, ctx, { payment, escrow, input })
  if (!matchesPayment(payment, charge)) return holdCharge(em, ctx, { payment, escrow, charge })
  await applyCharge(em, ctx, { payment, escrow, charge })
}

/** True of a session that was paid by a method whose bank answers later, and has not. */
const isUnderWay = ({ state }: Card['payment'], { status }: ReadSession['session'], input: ChargeInput | undefined): boolean =>
  state === 'pending' && status === 'complete' && (input === undefined || input === 'charge')

/** The charge of a payment intent, once it was paid. */
const paidCharge = (intent: PaymentIntentFacts | null): ChargeFacts | null =>
  intent?.status === 'succeeded' && intent.charge?.isPaid === true ? intent.charge : null

async function applyEnd(em: Em, ctx: ProcessorContext, { payment, escrow, input }: Card & { input: ChargeInput }): Promise<void> {
  if (input !== 'decline' && isOpenUntilLater(ctx, payment)) return closePage(em, ctx, { payment, escrow })
  if (input !== 'decline') payment.lookAt = null
  await advanceCards(em, ctx, { payment, escrow, inputs: [input], escrowInputs: escrowInputs[input] })
}

/** A page has ended and its payment goes on: another one is opened when it is asked for. */
async function closePage(em: Em, ctx: ProcessorContext, { payment, escrow }: Card): Promise<void> {
  Object.assign(payment, { checkoutSessionId: null, paymentIntentId: null, lookAt: payment.expiresAt })
  await advanceCards(em, ctx, { payment, escrow })
}

async function applyCharge(em: Em, ctx: ProcessorContext, { payment, escrow, charge }: Card & { charge: ChargeFacts }): Promise<void> {
  const isFirst = payment.capturedMinor === null
  payment.isProcessing = false
  payment.chargeId = charge.id
  payment.applicationFeeId = charge.applicationFeeId ?? payment.applicationFeeId
  payment.capturedMinor = charge.capturedMinor
  payment.capturedAt ??= charge.createdAt
  payment.checkoutUrl = null
  if (escrow) escrow.refundAt ??= heldUntil(charge.createdAt)
  if (isLearnt({ payment, escrow, charge })) payment.lookAt = null
  await postCharge(em, ctx, { payment, charge })
  await advanceCards(em, ctx, { payment, escrow, inputs: ['charge'], escrowInputs: escrowInputs.charge })
  if (isFirst) await ctx.chargeOwners.invoice.charged(em, ctx, payment)
  if (isFirst) await sendCardReceipt(em, ctx, { payment, kind: 'card_receipt', amountMinor: charge.capturedMinor })
}

/**
 * True once nothing is left to ask about a charge: the processor says later than the charge what it took of an escrow's and which fee it gave the platform, and
 * what a bank takes back of an escrow that is held must be known, whatever events were lost.
 */
function isLearnt({ payment, escrow, charge }: Card & { charge: ChargeFacts }): boolean {
  if (escrow) return charge.balance !== null && (escrow.transferredMinor > 0n || escrow.state === 'refunded')
  return payment.applicationFeeId !== null || cardFeeMinor({ ...moneyOf(payment), refundedMinor: 0n }) === 0n
}
