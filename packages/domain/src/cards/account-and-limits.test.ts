import { describe, expect, test } from 'vitest'
import { fiatCodes } from '../money/fiat.ts'
import { cardHold, heldUntil, noticeBefore, refundAfterNotice } from './deadlines.ts'
import {
  CardAmountTooLarge,
  CardAmountTooSmall,
  CountryImmutable,
  CountryRequired,
  InvalidProcessorSignature,
  OnboardingRequired,
  ProcessorFailed,
  RefundTooLarge,
} from './errors.ts'
import { isChargeable, requireChargeable } from './limits.ts'
import { canTake, isNewer, isOnboardingComplete } from './processor-account.ts'
import { idempotencyKeyOf, isLookUpDue, isProcessorPurpose, processorPurposeNames, processorPurposes, resultInputs } from './purposes.ts'
import { attemptMachine, intentMachine } from '../custody/machine.ts'
import { findMove } from '../kernel/machine.ts'
import { chargeStatuses, disputeTransactionStatuses } from './transaction.ts'

describe('an account at the processor', () => {
  const all = { detailsSubmitted: true, chargesEnabled: true, payoutsEnabled: true }

  test('is complete once details are submitted and charges and payouts are enabled', () => {
    expect(isOnboardingComplete(all)).toBe(true)
    for (const missing of Object.keys(all)) expect(isOnboardingComplete({ ...all, [missing]: false })).toBe(false)
  })

  test('takes direct payments without payouts, and escrows only with them', () => {
    expect(canTake({ chargesEnabled: true, payoutsEnabled: false }, 'direct')).toBe(true)
    expect(canTake({ chargesEnabled: true, payoutsEnabled: false }, 'escrow')).toBe(false)
    expect(canTake({ chargesEnabled: false, payoutsEnabled: true }, 'direct')).toBe(false)
  })

  test('ignores an answer that is not newer than what is stored', () => {
    const asOf = new Date(1_000)
    expect([new Date(999), asOf, new Date(1_001)].map((askedAt) => isNewer(askedAt, { asOf }))).toEqual([false, false, true])
    expect(isNewer(asOf, { asOf: null })).toBe(true)
  })
})

test('an escrow is held for ninety days, and its merchant is told a week before', () => {
  const capturedAt = new Date('2026-10-01T12:00:00.000Z')
  expect(heldUntil(capturedAt).toISOString()).toBe('2026-12-30T12:00:00.000Z')
  const refundAt = heldUntil(capturedAt)
  expect(noticeBefore(refundAt).toISOString()).toBe('2026-12-23T12:00:00.000Z')
  expect(refundAfterNotice(refundAt, noticeBefore(refundAt))).toEqual(refundAt)
  expect(refundAfterNotice(refundAt, new Date('2026-12-29T12:00:00Z')).toISOString()).toBe('2027-01-05T12:00:00.000Z')
  expect(heldUntil(capturedAt, { ...cardHold, holdDays: 1 }).toISOString()).toBe('2026-10-02T12:00:00.000Z')
})

describe('the smallest and the largest charge', () => {
  test('are accepted in every currency, and one unit beyond is refused', () => {
    expect([isChargeable(50n, 'USD'), isChargeable(49n, 'USD'), isChargeable(50n, 'JPY'), isChargeable(399n, 'CNY')]).toEqual([
      true,
      false,
      true,
      false,
    ])
    for (const currency of fiatCodes) {
      expect(() => requireChargeable(0n, currency)).toThrow(CardAmountTooSmall)
      expect(() => requireChargeable(99_999_999n, currency)).not.toThrow()
      expect(() => requireChargeable(100_000_000n, currency)).toThrow(CardAmountTooLarge)
    }
  })
})

describe('money that the processor moves', () => {
  test('has a key of its purpose and its intent', () => {
    expect(idempotencyKeyOf('card_fee_refund', 'i1')).toBe('card_fee_refund:i1')
    expect(processorPurposeNames).toEqual(['card_charge', 'card_transfer', 'card_refund', 'card_fee_refund', 'card_reversal'])
    expect([isProcessorPurpose('card_refund'), isProcessorPurpose('forward')]).toEqual([true, false])
    expect(processorPurposes.card_fee_refund).toMatchObject({ account: 'platform', duty: 'refunds', lookedUpBy: 'refunds_of_fee' })
  })

  test('ends its attempt only when it is done or refused, by moves that both machines accept', () => {
    for (const [result, inputs] of Object.entries(resultInputs)) {
      expect(inputs === null).toBe(result === 'wait' || result === 'unknown')
      if (inputs === null) continue
      expect(findMove(attemptMachine, 'broadcast', inputs.attempt)?.to).toBe(result === 'done' ? 'final' : 'dead')
      expect(findMove(intentMachine, 'broadcast', inputs.intent)?.to).toBe(result === 'done' ? 'final' : 'void')
    }
  })

  test('is looked up once its key is a day old', () => {
    const sentAt = new Date('2026-10-01T12:00:00.000Z')
    expect(isLookUpDue(sentAt, new Date('2026-10-02T11:59:59.999Z'))).toBe(false)
    expect(isLookUpDue(sentAt, new Date('2026-10-02T12:00:00.000Z'))).toBe(true)
  })
})

test.each([
  [new OnboardingRequired('business_id'), 'ONBOARDING_REQUIRED', 'invalid'],
  [new RefundTooLarge(5n), 'INVALID_AMOUNT', 'invalid'],
  [new CardAmountTooSmall({ minimumMinor: 50n, currency: 'USD' }), 'AMOUNT_TOO_SMALL', 'invalid'],
  [new CardAmountTooLarge(50n), 'AMOUNT_TOO_LARGE', 'invalid'],
  [new CountryImmutable(), 'VALIDATION_ERROR', 'invalid'],
  [new CountryRequired(), 'VALIDATION_ERROR', 'invalid'],
  [new ProcessorFailed('account_invalid'), 'PROCESSOR_ERROR', 'failed_elsewhere'],
  [new ProcessorFailed(null), 'PROCESSOR_ERROR', 'failed_elsewhere'],
  [new InvalidProcessorSignature(), 'INVALID_SIGNATURE', 'invalid'],
] as const)('%s has the code of the wire contract', (error, code, kind) => {
  expect(error).toMatchObject({ code, kind })
})

test('a charge among the transactions is one that succeeded, whatever was done with its money', () => {
  expect(Object.entries(chargeStatuses).filter(([, status]) => status !== 'succeeded')).toEqual([
    ['pending', 'pending'],
    ['failed', 'failed'],
    ['expired', 'failed'],
  ])
  expect(disputeTransactionStatuses).toEqual({ open: 'pending', won: 'won', lost: 'lost' })
})
