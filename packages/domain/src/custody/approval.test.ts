import { describe, expect, test } from 'vitest'
import { type Approval, approversOf } from './approval.ts'

const said = (operator: string, terms: Approval['terms'], subject = 'payout'): Approval => ({ subject, terms, operator })

describe('those who have approved', () => {
  const approvals = [
    said('operator:anna', { units: '5', feeUnits: '1' }),
    said('operator:ben', { feeUnits: '1', units: '5' }),
    said('operator:carl', { units: '6', feeUnits: '1' }),
    said('operator:dora', { units: '5', feeUnits: '1' }, 'another'),
  ]

  test('are those whose word is about this subject and these terms', () => {
    expect(approversOf(approvals, { subject: 'payout', terms: { units: '5', feeUnits: '1' } })).toEqual(['operator:anna', 'operator:ben'])
  })

  test('are nobody for terms that nobody has seen', () => {
    expect(approversOf(approvals, { subject: 'payout', terms: { units: '7', feeUnits: '1' } })).toEqual([])
  })
})
