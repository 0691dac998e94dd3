import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { say, type Said } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
import { authenticate, newParty, openEscrow, type OpenedEscrow, type Party, receiptsOf, settle } from './two-parties.ts'

let story: Story
let ann: Party
let bob: Party
/** Bob has paid Ann; both are bound. */
let settled: OpenedEscrow
beforeAll(async () => {
  story = await sharedStory()
  ;[ann, bob, settled] = [await newParty(story), await newParty(story), await openEscrow(story)]
  await authenticate(story, settled, { token: settled.beneficiary, key: ann.token })
  await settle(story, settled, bob.token)
})
afterAll(() => story?.close())

const submit = (key: string | undefined, body: Readonly<Record<string, unknown>>): Promise<Said> =>
  say(story.gateway.api, 'POST /reputation/receipt', { ...(key !== undefined && { key }), body })
const task = (more: object = {}) => ({
  escrowId: settled.id,
  taskDescription: 'Two hundred posters, delivered in time',
  rating: 5,
  counterpartyDid: ann.did,
  ...more,
})

describe('an escrow that settles', () => {
  test('leaves each bound party a receipt of the service in the chain of its DID', async () => {
    for (const [own, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      const receipts = await receiptsOf(story, own.did, 1)
      expect(receipts.at(-1)).toMatchObject({
        kind: 'service',
        agent_did: own.did,
        counterparty_did: other.did,
        action_category: 'economic.transaction',
        outcome: 'accepted',
        amount: '0.05',
        currency: 'BTC',
        verified: true,
        weight: 10,
        sequence: 1,
        previous_digest: null,
      })
    }
  })

  test('gives each bound party one credential of it', async () => {
    for (const { did } of [ann, bob]) {
      const types = await eventually('the credential of a settlement', async () => {
        const { body } = await say(story.gateway.api, `GET /reputation/credentials?did=${encodeURIComponent(did)}`)
        const found = (body['credentials'] as readonly Readonly<Record<string, unknown>>[]).map(({ credential_type: type }) => type)
        return found.includes('EscrowSettlementCredential') ? found : undefined
      })
      expect(types.filter((type) => type === 'EscrowSettlementCredential')).toHaveLength(1)
    }
  })
})

describe('POST /reputation/receipt', () => {
  test('201: a party rates the other one once, and the receipt counts', async () => {
    const { status, body } = await submit(bob.token, task())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      success: true,
      receiptId: body['receipt_id'],
      verified: true,
      rating: 5,
      action_category: 'productivity.completion',
      receipt: { receipt_id: body['receipt_id'], verified: true, task_description: 'Two hundred posters, delivered in time' },
    })
    expect(await submit(bob.token, task({ rating: 1 }))).toMatchObject({ status: 409, body: { code: 'DUPLICATE_RECEIPT' } })
  })

  test('201: the public list shows the rating and nothing of the task', async () => {
    const receipts = await receiptsOf(story, ann.did, 2)
    expect(receipts[0]).toMatchObject({ kind: 'task', rating: 5, verified: true, sequence: 2, previous_digest: receipts[1]?.['digest'] })
    expect(JSON.stringify(receipts)).not.toContain('posters')
  })

  test('201: what does not count is stored with weight 0', async () => {
    const { status, body } = await submit(bob.token, task({ escrowId: randomUUID() }))
    expect(status).toBe(201)
    expect(body).toMatchObject({ verified: false, weight: 0 })
  })

  test('200: the same action receipt again; 409: another one under its id', async () => {
    const action = { receipt_id: randomUUID(), task_id: settled.id, agent_did: ann.did, buyer_did: bob.did, outcome: 'accepted' }
    expect(await submit(ann.token, action)).toMatchObject({ status: 201, body: { verified: false, receipt_id: action.receipt_id } })
    expect(await submit(ann.token, action)).toMatchObject({ status: 200, body: { existing: true } })
    expect(await submit(ann.token, { ...action, outcome: 'rejected' })).toMatchObject({ status: 409, body: { code: 'DUPLICATE_RECEIPT' } })
  })

  test.each([
    ['a rating that is none', { rating: 6 }],
    ['an unknown category', { agent_did: 'did:key:z6Mk', action_category: 'social.like' }],
    ['a DID that is none', { counterpartyDid: 'ann' }],
    ['no escrow', { escrowId: undefined }],
  ])('400: %s', async (_what, more) => {
    expect(await submit(bob.token, task(more))).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })

  test('401: without a credential', async () => {
    expect((await submit(undefined, task())).status).toBe(401)
  })
})

test('a receipt that waits for the other party counts once that is bound', async () => {
  const escrow = await openEscrow(story)
  await settle(story, escrow, bob.token)
  const { body } = await submit(bob.token, task({ escrowId: escrow.id, rating: 4 }))
  expect(body).toMatchObject({ verified: false })
  await authenticate(story, escrow, { token: escrow.beneficiary, key: ann.token })
  const receipts = await receiptsOf(story, ann.did, 1)
  expect(receipts.find(({ receipt_id: id }) => id === body['receipt_id'])).toMatchObject({ verified: true, weight: 3.75 })
})
