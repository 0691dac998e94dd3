import type { Markup, Part } from '../../html.ts'
import { type Fact, factList } from '../../parts/fact-list.ts'
import { momentOf } from '../refund/refund-words.ts'
import type { SpokenAssisted } from './assisted-words.ts'

/** The amount in coin and fiat, how much of it has arrived and is open, the network, and until when it can be paid. */
export const assistedFacts = (page: SpokenAssisted, until: Part = page.t.openUntil): Markup => {
  const { t, shared, refund, fiat, network, coins } = page
  const { state, units, paidUnits, openUnits, offerEndsAt } = refund
  const isUnpaid = state === 'offered' || state === 'named'
  return factList([
    { term: shared.amount, value: coins(units) },
    { term: t.value, value: fiat },
    paidUnits > 0n && state !== 'refunded' ? { term: t.finalSoFar, value: coins(paidUnits) } : undefined,
    state === 'paying' && openUnits > 0n ? { term: t.stillOpen, value: coins(openUnits) } : undefined,
    { term: shared.network, value: network },
    isUnpaid ? { term: until, value: momentOf(page, offerEndsAt) } : undefined,
  ] satisfies readonly (Fact | undefined)[])
}
