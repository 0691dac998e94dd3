import type { SessionFacts } from '@gateway/domain/cards/facts'
import { readListedSession } from '@gateway/providers/stripe/answers/charges'
import { sessionsOf } from '@gateway/providers/stripe/requests/look-ups'
import { releaseUsage } from '../../businesses/plans/release-usage.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { purpose } from '../lifecycle/purpose.ts'
import { nextLookAt } from './next-look-at.ts'
import { sessionOf } from './session-of.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The checkout session of a card payment: the page on which its customer pays. */
export const chargePurpose = purpose<SessionFacts>({
  request: async (em, ctx, { payment, intent }) => {
    return sessionOf(em, ctx, { payment, intentId: intent.id })
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
