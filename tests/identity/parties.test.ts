import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fundEscrow } from '../support/fund-escrow.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'
import { authenticate, newParty, openEscrow, type OpenedEscrow, type Party } from './two-parties.ts'

let story: Story
let ann: Party
let bob: Party
beforeAll(async () => {
  story = await sharedStory()
  ;[ann, bob] = [await newParty(story), await newParty(story)]
})
afterAll(() => story?.close())

describe('POST /escrow/{id}/auth with a token and a credential', () => {
  let escrow: OpenedEscrow
  beforeAll(async () => void (escrow = await openEscrow(story)))

  test('binds the DID of the merchant to the role of the token, once and for ever', async () => {
    const bound = { role: 'depositor', did: bob.did, bound: true, reason: null }
    for (let time = 0; time < 2; time++)
      expect((await authenticate(story, escrow, { token: escrow.depositor, key: bob.token })).body).toMatchObject({
        role: 'depositor',
        party: bound,
      })
    expect((await authenticate(story, escrow, { token: escrow.depositor, key: ann.token })).body).toMatchObject({
      party: { role: 'depositor', did: null, bound: false, reason: 'The role belongs to another merchant' },
    })
  })

  test('binds nobody without a credential, or beside a foreign one', async () => {
    for (const saying of [{}, { key: 'sk_live_another_provider' }])
      expect(await authenticate(story, escrow, { token: escrow.beneficiary, ...saying })).toMatchObject({
        status: 200,
        body: { role: 'beneficiary', party: null },
      })
  })

  test('answers 409 to the merchant that holds the other role', async () => {
    const { status, body } = await authenticate(story, escrow, { token: escrow.beneficiary, key: bob.token })
    expect([status, body['code'], body['details']]).toEqual([409, 'PARTY_REFUSED', { reason: 'other_role' }])
  })

  test('answers 401 to a credential of this service that is not valid, whatever the token', async () => {
    for (const key of ['gw_live_guess', `${bob.token}x`])
      for (const action of ['auth', 'release', 'refund', 'dispute']) {
        const body = { token: escrow.depositor, reason: 'Not delivered' }
        expect((await say(story.gateway.api, `POST /escrow/${escrow.id}/${action}`, { key, body })).status).toBe(401)
      }
  })

  test('is answered from its idempotency key, which is that of its credential', async () => {
    const saying = (key: string) => ({ key, headers: { 'idempotency-key': 'the same key of two merchants' } })
    const first = await authenticate(story, escrow, { token: escrow.depositor, ...saying(bob.token) })
    expect(first.body).toMatchObject({ party: { did: bob.did } })
    const replayed = await authenticate(story, escrow, { token: escrow.depositor, ...saying(bob.token) })
    expect(replayed.body).toMatchObject({ party: { did: bob.did }, idempotent_replay: true })
    expect((await authenticate(story, escrow, { token: escrow.depositor, ...saying(ann.token) })).body).toMatchObject({
      party: { did: null },
    })
  })

  test('shows nobody a binding by a GET, and makes none', async () => {
    const other = await openEscrow(story)
    const headers = { 'x-escrow-token': other.depositor }
    expect((await say(story.gateway.api, `GET /escrow/${other.id}`, { key: bob.token, headers })).body).not.toHaveProperty('party')
    expect((await authenticate(story, other, { token: other.depositor, key: ann.token })).body).toMatchObject({ party: { did: ann.did } })
  })
})

describe('a decision with a token and a credential', () => {
  test('is carried out and binds its merchant', async () => {
    const escrow = await openEscrow(story)
    await fundEscrow(story, escrow)
    const disputed = await say(story.gateway.api, `POST /escrow/${escrow.id}/dispute`, {
      key: ann.token,
      body: { token: escrow.beneficiary, reason: 'Delivered' },
    })
    expect(disputed).toMatchObject({ status: 200, body: { status: 'disputed', party: { role: 'beneficiary', did: ann.did } } })
  })

  test('is carried out when nobody can be bound', async () => {
    const escrow = await openEscrow(story)
    await authenticate(story, escrow, { token: escrow.beneficiary, key: bob.token })
    await fundEscrow(story, escrow)
    const refunded = await say(story.gateway.api, `POST /escrow/${escrow.id}/refund`, { key: bob.token, body: { token: escrow.depositor } })
    expect(refunded).toMatchObject({
      status: 200,
      body: { status: 'refunded', party: { role: 'depositor', did: null, reason: 'The merchant holds the other role of this escrow' } },
    })
  })
})
