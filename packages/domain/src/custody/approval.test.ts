import { describe, expect, test } from 'vitest'
import { type Approval, approversOf } from './approval.ts'

const said = (operator: string, terms: Approval['terms'], subject = 'payout'): Approval => ({ subject, terms, operator })

describe('approversOf', () => {
  const approvals = [
    said('operator:anna', { units: '5', feeUnits: '1' }),
    said('operator:ben', { feeUnits: '1', units: '5' }),
    said('operator:carl', { units: '6', feeUnits: '1' }),
    said('operator:dora', { units: '5', feeUnits: '1' }, 'another'),
  ]

  test('returns the operators who approved this subject with these terms', () => {
    expect(approversOf(approvals, { subject: 'payout', terms: { units: '5', feeUnits: '1' } })).toEqual(['operator:anna', 'operator:ben'])
  })

  test('returns no operator for terms that none has approved', () => {
    expect(approversOf(approvals, { subject: 'payout', terms: { units: '7', feeUnits: '1' } })).toEqual([])
  })
})
