import { cardFeeMinor } from '@gateway/domain/cards/card-money'
import type { SessionFacts } from '@gateway/domain/cards/facts'
import { readListedSession } from '@gateway/providers/stripe/answers/charges'
import { directSession, escrowSession, type NewSession } from '@gateway/providers/stripe/requests/checkout'
import { sessionsOf } from '@gateway/providers/stripe/requests/look-ups'
import { getOwner } from '../../businesses/get-owner.ts'
import { releaseUsage } from '../../businesses/plans/release-usage.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { purpose } from '../lifecycle/purpose.ts'
import { nextLookAt } from './next-look-at.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The checkout session of a card payment: the page on which its customer pays. */
export const chargePurpose = purpose<SessionFacts>({
  request: async (em, ctx, { payment, intent }) => {
    const { businessName, statementDescriptor } = await getOwner(em, payment)
    const session: NewSession = {
      intentId: intent.id,
      paymentId: payment.id,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      title: payment.description ?? businessName,
      statementName: statementDescriptor ?? businessName,
      successUrl: payment.successUrl ?? `${ctx.publicUrl}/cards/paid`,
      cancelUrl: payment.cancelUrl,
      language: payment.language,
      receiptEmail: null,
    }
    if (payment.escrowId !== null) return escrowSession(session, { escrowId: payment.escrowId })
    const feeMinor = cardFeeMinor({ capturedMinor: payment.amountMinor, refundedMinor: 0n, lostMinor: 0n, feeBps: payment.feeBps })
    return directSession(session, { accountId: payment.processorAccountId, feeMinor })
  },
  read: readListedSession,
  // Any of the calls may have made it, and the processor has a clock of its own.
  list: async (_em, { payment }, { from, until }) =>
    sessionsOf({ from: new Date(from.getTime() - DAY_MS), until: new Date(until.getTime() + DAY_MS) }, chargedAccount(payment)),
  readListed: readListedSession,
  done: async (em, ctx, { payment, escrow, facts: session }) => {
    payment.checkoutSessionId = session.id
    payment.checkoutUrl = session.url
    payment.expiresAt = session.expiresAt
    payment.lookAt = nextLookAt(ctx, payment)
    await advanceCards(em, ctx, { payment, escrow })
  },
  // Nobody has seen the page: the payment is over, and does not count.
  refused: async (em, ctx, { payment, escrow }) => {
    payment.lookAt = null
    await advanceCards(em, ctx, { payment, escrow, inputs: ['fail'], escrowInputs: ['expire'] })
    await releaseUsage(em, payment)
  },
})
