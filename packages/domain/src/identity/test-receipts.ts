import fc from 'fast-check'
import { actionCategories, baseWeights, PROCESSOR_DISPUTE_WEIGHT, TASK_CATEGORY } from './categories.ts'
import { outcomeOfRating, weightOfTask } from './receipt.ts'
import type { CountedReceipt } from './reputation.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The moment at which tests read a reputation. */
export const now = new Date('2026-11-01T12:00:00.000Z')

/** So many days before the moment of the tests. */
export const daysAgo = (days: number): Date => new Date(now.getTime() - days * DAY_MS)

let count = 0
const nextId = (): string => `receipt-${String(++count).padStart(6, '0')}`

const plain = { rating: null, amountUsd: null, outcome: 'accepted' } as const

/** An accepted transaction. */
export const transaction = (counterparty: string | null, amountUsd: number, createdAt: Date): CountedReceipt => ({
  ...plain,
  id: nextId(),
  category: 'economic.transaction',
  base: baseWeights['economic.transaction'],
  amountUsd,
  counterparty,
  createdAt,
})

/** A task receipt. */
export const task = (counterparty: string, rating: number, createdAt: Date): CountedReceipt => ({
  ...plain,
  id: nextId(),
  category: TASK_CATEGORY,
  base: weightOfTask(rating),
  outcome: outcomeOfRating(rating),
  rating,
  counterparty,
  createdAt,
})

/** A dispute at a card processor. */
export const processorDispute = (createdAt: Date): CountedReceipt => ({
  ...plain,
  id: nextId(),
  category: 'economic.dispute',
  base: PROCESSOR_DISPUTE_WEIGHT,
  outcome: 'disputed',
  counterparty: null,
  createdAt,
})

const categories = fc.constantFrom(...actionCategories)
const counterparties = fc.constantFrom(null, ...Array.from({ length: 12 }, (_, place) => `did:web:${place}.example`))

/** Receipts as any history of a DID could hold them. */
export const anyReceipts = fc.array(
  fc
    .record({
      category: categories,
      outcome: fc.constantFrom('accepted', 'rejected', 'disputed', 'delivered', 'constructor'),
      rating: fc.option(fc.integer({ min: 1, max: 5 })),
      amountUsd: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
      counterparty: counterparties,
      minutes: fc.integer({ min: -10, max: 800 * 24 * 60 }),
      isProcessors: fc.boolean(),
    })
    .map(({ minutes, isProcessors, ...receipt }): CountedReceipt => {
      const base = isProcessors && receipt.category === 'economic.dispute' ? PROCESSOR_DISPUTE_WEIGHT : baseWeights[receipt.category]
      return { ...receipt, id: nextId(), base, createdAt: new Date(now.getTime() - minutes * 60_000) }
    }),
  { maxLength: 80 },
)
