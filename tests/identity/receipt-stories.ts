import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { StoryTable } from '../client/story-table.ts'
import { anId } from '../client/wire-values.ts'

const DID = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
/** A task receipt of an escrow that nobody has. */
const task = () => ({ escrow_id: randomUUID(), task_description: 'Two hundred posters', rating: 4, counterparty_did: DID })

/** What merchants write about others; receipts that count: receipts.test.ts. */
export const receiptStories: StoryTable = {
  'identity.receipts.submit': {
    usual: () => ({ input: task() }),
    done: {
      'a receipt of no settled escrow is stored, and does not count': async ({ clientOf, shop }) => {
        const answer = await clientOf(shop.key).identity.receipts.submit(task())
        expect(answer).toMatchObject({ receiptId: anId, receipt_id: answer.receiptId, existing: false, verified: false, weight: 0 })
        expect(answer.receipt).toMatchObject({ kind: 'task', agent_did: DID, rating: 4, task_description: 'Two hundred posters' })
      },
      'an action receipt keeps the id that its author has chosen, and is stored once': async ({ clientOf, shop }) => {
        const { receipts } = clientOf(shop.key).identity
        const action = {
          receipt_id: randomUUID(),
          task_id: randomUUID(),
          agent_did: DID,
          buyer_did: 'did:web:buyer.example',
          outcome: 'accepted',
        }
        expect(await receipts.submit(action)).toMatchObject({ receiptId: action.receipt_id, existing: false, verified: false })
        expect(await receipts.submit(action)).toMatchObject({ receiptId: action.receipt_id, existing: true })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a rating that is none', input: { rating: 9 } },
      DUPLICATE_RECEIPT: {
        when: 'for a second receipt of one escrow',
        input: async ({ clientOf, shop }) => {
          const first = task()
          await clientOf(shop.key).identity.receipts.submit(first)
          return first
        },
      },
      NOT_IMPLEMENTED: {
        when: 'for a test key',
        apiKey: async ({ clientOf, shop }) => (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key,
      },
    },
  },
}
