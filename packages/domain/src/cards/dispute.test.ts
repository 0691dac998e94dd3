import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMove, type Move } from '../kernel/machine.ts'
import { type DisputePhase, disputeRow, disputeStatuses, disputeStatusNames, disputeStatusOf, disputeSteps, isAwaited } from './dispute.ts'
import { type CardPaymentEventName, cardPaymentMachine, type CardPaymentState } from './payment-machine.ts'
import { restorePaymentInput } from './rules.ts'

const money = { capturedMinor: 10_000n, refundedMinor: 2_000n }
const words = [...Object.keys(disputeStatuses), 'a_word_of_2027']

/** A partly refunded payment after its dispute was found with each status in turn. */
function paymentAfter(found: readonly string[]): { state: CardPaymentState; events: CardPaymentEventName[]; phase: DisputePhase } {
  let [state, phase]: [CardPaymentState, DisputePhase] = ['partially_refunded', 'quiet']
  const events: CardPaymentEventName[] = []
  for (const word of found) {
    const after: DisputePhase = disputeRow(disputeStatusOf(word), phase).phase
    for (const step of disputeSteps(phase, after)) {
      const move: Move<typeof cardPaymentMachine> | undefined = findMove(
        cardPaymentMachine,
        state,
        step === 'restore' ? restorePaymentInput(money) : step,
      )
      if (move === undefined) throw new Error(`${state} rejects ${step}`)
      state = move.to
      events.push(...move.emits)
    }
    phase = after
  }
  return { state, events, phase }
}

describe('a dispute', () => {
  test.each([
    [['needs_response'], 'disputed'],
    [['needs_response', 'under_review', 'won'], 'partially_refunded'],
    [['needs_response', 'lost'], 'disputed'],
    [['lost', 'appeal_needs_response', 'appeal_under_review', 'won'], 'partially_refunded'],
    [['won'], 'partially_refunded'],
    [['won', 'lost'], 'disputed'],
  ])('found as %j leaves its payment %s and announces itself once', (found, state) => {
    expect(paymentAfter(found)).toMatchObject({ state, events: ['card_dispute_created'] })
  })

  test.each([[['warning_needs_response', 'warning_under_review', 'warning_closed']], [['prevented']], [['a_word_of_2027']]])(
    'found as %j changes nothing about its payment',
    (found) => {
      expect(paymentAfter(found)).toEqual({ state: 'partially_refunded', events: [], phase: 'quiet' })
    },
  )

  test('leaves its payment in the state of its last phase, whichever phases were seen before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 20 }), (found) => {
        const { phase, state, events } = paymentAfter(found)
        expect(state).toBe(phase === 'open' || phase === 'lost' ? 'disputed' : 'partially_refunded')
        expect(paymentAfter([...found, ...found.slice(-1)])).toEqual({ phase, state, events })
      }),
    )
  })

  test('with a status of a later version keeps the phase that it had and is not answered', () => {
    expect(disputeStatusOf('toString')).toBe('unknown')
    expect(disputeRow('unknown', 'lost')).toEqual({ phase: 'lost', isOpenInquiry: false, isAnswerable: false })
    expect(disputeStatusNames).toHaveLength(11)
  })

  test('is asked about until it is decided and the money of one that is not lost is back', () => {
    const awaited = (withdrawnMinor: bigint) =>
      disputeStatusNames.filter((status) => isAwaited({ status, phase: disputeRow(status).phase, withdrawnMinor }))
    expect(disputeStatusNames.filter((status) => !awaited(0n).includes(status))).toEqual(['warning_closed', 'prevented', 'won', 'lost'])
    expect(disputeStatusNames.filter((status) => !awaited(500n).includes(status))).toEqual(['lost'])
  })

  test('is open to evidence while the processor waits for it', () => {
    expect(disputeStatusNames.filter((status) => disputeRow(status).isAnswerable)).toEqual([
      'warning_needs_response',
      'needs_response',
      'appeal_needs_response',
    ])
    expect(disputeStatusNames.filter((status) => disputeRow(status).isOpenInquiry)).toEqual([
      'warning_needs_response',
      'warning_under_review',
    ])
  })
})
