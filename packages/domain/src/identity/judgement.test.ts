import { describe, expect, test } from 'vitest'
import {
  findActionProblem,
  findTaskProblem,
  type JudgedAction,
  type JudgedEscrow,
  type JudgedTask,
  type ReceiptProblem,
} from './judgement.ts'

const [ann, bob, eve] = ['did:key:ann', 'did:key:bob', 'did:key:eve'] as const
/** The escrow that Bob has settled in favour of Ann. */
const settled: JudgedEscrow = {
  isLive: true,
  isSettled: true,
  depositorAddress: 'bc1qbob',
  beneficiaryAddress: 'bc1qann',
  parties: [
    { role: 'beneficiary', merchantId: 'ann', did: ann },
    { role: 'depositor', merchantId: 'bob', did: bob },
  ],
}
const those = (role: 'beneficiary' | 'depositor') => settled.parties.filter((party) => party.role === role)

describe('a task receipt', () => {
  const honest: JudgedTask = { authorMerchantId: 'bob', counterpartyDid: bob, subjectDid: ann, escrow: settled }

  test('counts when a party of a settled escrow writes it about the other one', () => {
    expect(findTaskProblem(honest)).toBeUndefined()
    expect(findTaskProblem({ authorMerchantId: 'ann', counterpartyDid: ann, subjectDid: bob, escrow: settled })).toBeUndefined()
  })

  test.each<[string, Partial<JudgedTask>, ReceiptProblem]>([
    ['was written before its author had a DID', { counterpartyDid: null }, 'author_without_did'],
    ['names no escrow', { escrow: undefined }, 'unknown_escrow'],
    ['names a test escrow', { escrow: { ...settled, isLive: false } }, 'test_mode'],
    ['names an escrow that has not settled', { escrow: { ...settled, isSettled: false } }, 'not_settled'],
    ['pays the address that it comes from', { escrow: { ...settled, beneficiaryAddress: 'BC1QBOB' } }, 'same_address'],
    ['is about its author', { subjectDid: bob }, 'same_did'],
    ['is written by a third merchant', { authorMerchantId: 'eve' }, 'author_not_bound'],
    ['is about a third DID', { subjectDid: eve }, 'counterparty_not_bound'],
    ['is written before its author is bound', { escrow: { ...settled, parties: those('beneficiary') } }, 'author_not_bound'],
    ['is written before the other party is bound', { escrow: { ...settled, parties: those('depositor') } }, 'counterparty_not_bound'],
    [
      'has one merchant on both sides',
      { escrow: { ...settled, parties: [{ role: 'beneficiary', merchantId: 'bob', did: ann }, ...those('depositor')] }, subjectDid: bob },
      'same_merchant',
    ],
  ])('does not count when it %s', (_what, changes, problem) => {
    expect(findTaskProblem({ ...honest, ...changes })).toBe(problem)
  })
})

describe('an action receipt', () => {
  const honest: JudgedAction = {
    callerMerchantId: 'ann',
    category: 'economic.transaction',
    agentDid: ann,
    buyerDid: bob,
    owners: new Map([
      [ann, 'ann'],
      [bob, 'bob'],
      [eve, 'eve'],
      ['did:key:anns-other', 'ann'],
    ]),
    isCounterpartyClaimed: true,
    isSigned: true,
    escrow: settled,
    isCountedBefore: false,
  }

  test('counts when one of its owners submits what the buyer has signed', () => {
    expect(findActionProblem(honest)).toBeUndefined()
    expect(findActionProblem({ ...honest, callerMerchantId: 'bob' })).toBeUndefined()
    expect(findActionProblem({ ...honest, category: 'productivity.task', escrow: undefined })).toBeUndefined()
  })

  test.each<[string, Partial<JudgedAction>, ReceiptProblem]>([
    ['is of identity, which the service alone writes', { category: 'identity.verification' }, 'service_only'],
    ['is of compliance, which the service alone writes', { category: 'compliance.violation' }, 'service_only'],
    ['is a dispute, which the service alone writes', { category: 'economic.dispute' }, 'service_only'],
    ['has one DID on both sides', { buyerDid: ann }, 'same_did'],
    ['has two DIDs of one merchant', { buyerDid: 'did:key:anns-other' }, 'same_merchant'],
    ['is submitted by a merchant that owns neither DID', { callerMerchantId: 'eve' }, 'foreign_caller'],
    ['is about a DID that no merchant owns', { agentDid: 'did:key:nobody', callerMerchantId: 'bob' }, 'foreign_did'],
    ['comes from a DID that no merchant owns', { buyerDid: 'did:key:nobody' }, 'foreign_did'],
    ['names the buyer by no DID that its merchant has claimed', { isCounterpartyClaimed: false }, 'counterparty_not_claimed'],
    ['is not signed by the buyer, or was altered since', { isSigned: false }, 'wrong_signature'],
    ['names no escrow', { escrow: undefined }, 'unknown_escrow'],
    ['names an escrow of others', { callerMerchantId: 'eve', agentDid: eve }, 'not_their_escrow'],
    ['names an escrow that one of them is not bound to', { escrow: { ...settled, parties: those('depositor') } }, 'not_their_escrow'],
    ['names an escrow that has not settled', { escrow: { ...settled, isSettled: false } }, 'not_settled'],
    ['names a test escrow', { escrow: { ...settled, isLive: false } }, 'test_mode'],
    ['pays the address that it comes from', { escrow: { ...settled, depositorAddress: 'bc1qann' } }, 'same_address'],
    ['is of an escrow of which the agent has one', { isCountedBefore: true }, 'counted_before'],
  ])('does not count when it %s', (_what, changes, problem) => {
    expect(findActionProblem({ ...honest, ...changes })).toBe(problem)
  })
})
