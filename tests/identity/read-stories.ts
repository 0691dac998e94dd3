import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import type { StoryTable } from '../client/story-table.ts'
import { justNow } from '../client/wire-values.ts'

let count = 0
/** A DID that nobody else in these stories reads. */
const newDid = (): string => `did:web:story-${++count}.example`

const receiptMembers = [
  ...(['receipt_id', 'kind', 'agent_did', 'counterparty_did', 'action_category', 'action_type', 'outcome', 'rating', 'amount'] as const),
  ...(['currency', 'amount_usd', 'weight', 'verified', 'withdrawn_at', 'sequence', 'previous_digest', 'digest', 'created_at'] as const),
]

/** Receipts about a DID as the service writes them of card payments, of 99 dollars each. */
async function earn({ story }: Ground, did: string, receipts: number): Promise<void> {
  await story.sql.query(
    `INSERT INTO receipt (id, kind, subject_did, category, outcome, amount, currency, usd_cents, weight_hundredths, content, source, is_verified, created_at)
     SELECT gen_random_uuid(), 'service', $1, 'economic.transaction', 'accepted', '99.00', 'USD', 9900, 1000, '{}', gen_random_uuid(), true, now()
     FROM generate_series(1, $2::int)`,
    [did, receipts],
  )
}

/** What everybody reads of a DID. */
export const readStories: StoryTable = {
  'identity.reputation.get': {
    usual: () => ({ ids: [newDid()] }),
    done: {
      'anybody reads the score of a DID, and what it is made from': async (ground) => {
        const did = newDid()
        await earn(ground, did, 1)
        const answer = await ground.clientOf().identity.reputation.get(did)
        expect(answer).toMatchObject({
          success: true,
          did,
          totalTasks: 1,
          total_tasks: 1,
          computed_at: justNow(answer.computed_at),
          version: 1,
        })
        expect([answer.score, answer.trust_vector]).toEqual([39.49, { E: 37.5, P: 0, B: 33.33, D: 9.09, R: 100, A: 100, C: 80 }])
        expect(answer.reputation.windows.last_30_days).toMatchObject({ task_count: 1, total_volume: 99, unique_buyers: 1 })
      },
      'a DID that nobody has heard of has zeros, with a key and without one': async ({ clientOf, shop }) => {
        for (const client of [clientOf(), clientOf(shop.key)])
          expect(await client.identity.reputation.get('did:web:nobody.example%3A8443')).toMatchObject({ score: 0, totalTasks: 0 })
      },
    },
  },

  'identity.receipts.list': {
    usual: () => ({ input: { did: newDid() } }),
    done: {
      'anybody reads every receipt about a DID, page by page': async (ground) => {
        const did = newDid()
        await earn(ground, did, 3)
        const { receipts } = ground.clientOf().identity
        const first = await receipts.list({ did, limit: 2 })
        expect([first.total, first.receipts.map((one) => Object.keys(one))]).toEqual([3, [receiptMembers, receiptMembers]])
        const last = first.receipts.at(-1)
        const next = await receipts.list({ did, limit: 2, ...(last && { before: last.receipt_id }) })
        expect([next.total, next.receipts.length]).toEqual([1, 1])
        expect(new Set([...first.receipts, ...next.receipts].map(({ receipt_id }) => receipt_id)).size).toBe(3)
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a name that is no DID', input: { did: 'nobody' } } },
  },

  'identity.badge': {
    usual: () => ({ ids: [newDid()] }),
    done: {
      'the badge of a DID is a picture of its score': async (ground) => {
        const did = newDid()
        await earn(ground, did, 1)
        const image = await ground.clientOf().identity.badge(did)
        expect([image.type, await image.text()]).toEqual(['image/svg+xml', expect.stringContaining('39.49')])
      },
    },
    otherwise: {
      304: {
        'a badge that the reader has is not sent again': async ({ story }) => {
          const address = `${story.gateway.api}/api/reputation/badge/${encodeURIComponent(newDid())}`
          const { headers } = await fetch(address)
          const again = await fetch(address, { headers: { 'If-None-Match': String(headers.get('etag')) } })
          expect([again.status, await again.text()]).toEqual([304, ''])
        },
      },
    },
  },
}
