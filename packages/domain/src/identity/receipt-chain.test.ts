import { describe, expect, test } from 'vitest'
import { baseOf, type ChainedReceipt, chainText } from './receipt-chain.ts'

const receipt: ChainedReceipt = {
  id: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  kind: 'service',
  subjectDid: 'did:key:ann',
  counterpartyDid: null,
  category: 'economic.transaction',
  actionType: 'card_payment',
  outcome: 'accepted',
  rating: null,
  amount: '25.00',
  currency: 'USD',
  amountUsd: '25.00',
  createdAt: new Date('2026-11-29T12:00:00.000Z'),
}

describe('the text of a link', () => {
  test('begins with the place of the receipt and the digest before it', () => {
    expect(chainText(receipt, { sequence: 1n, previousDigest: null })).toBe(
      '["receipt",1,null,"6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11","service","did:key:ann",null,"economic.transaction","card_payment","accepted",null,"25.00","USD","25.00","2026-11-29T12:00:00.000Z"]',
    )
  })

  test('changes with each member that it holds, and with its place', () => {
    const link = { sequence: 2n, previousDigest: 'ab' }
    const others: Partial<ChainedReceipt>[] = [
      { id: 'other' },
      { kind: 'action' },
      { subjectDid: 'did:key:bob' },
      { counterpartyDid: 'did:key:bob' },
      { category: 'economic.dispute' },
      { actionType: null },
      { outcome: 'rejected' },
      { rating: 5 },
      { amount: '25' },
      { currency: 'EUR' },
      { amountUsd: null },
      { createdAt: new Date('2026-11-29T12:00:00.001Z') },
    ]
    const texts = [
      ...others.map((change) => chainText({ ...receipt, ...change }, link)),
      chainText(receipt, link),
      chainText(receipt, { ...link, sequence: 3n }),
      chainText(receipt, { ...link, previousDigest: 'cd' }),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })
})

test('the base weight follows from the category, from the rating of a task, and from the dispute of a processor', () => {
  expect(baseOf(receipt)).toBe(10)
  expect(baseOf({ ...receipt, kind: 'task', category: 'productivity.completion', rating: 4 })).toBe(3.75)
  expect(baseOf({ ...receipt, category: 'economic.dispute', actionType: 'escrow_dispute_lost' })).toBe(-12)
  expect(baseOf({ ...receipt, category: 'economic.dispute', actionType: 'card_dispute' })).toBe(-50)
  expect(baseOf({ ...receipt, kind: 'action', category: 'economic.dispute', actionType: 'card_dispute' })).toBe(-12)
})
