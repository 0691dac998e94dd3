import { expect } from 'vitest'
import { fundEscrow } from '../../support/fund-escrow.ts'
import { newWallets } from '../../support/wallets.ts'
import type { Ground } from '../ground.ts'
import type { Refused, StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'
import { aTime, anId, justNow } from '../wire-values.ts'

const WRONG_TOKEN = `esc_${'0'.repeat(64)}`
const testKey = async ({ clientOf, shop }: Ground) =>
  (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key

/** Terms between two parties that no other story has; those of a shop pay its wallet. */
async function newTerms(shop?: Ground['shop']) {
  const { BTC: depositor_address } = await newWallets(['BTC'])
  const { BTC: beneficiary_address } = shop?.wallets ?? (await newWallets(['BTC']))
  return { chain: 'BTC' as const, amount: 0.01, depositor_address, beneficiary_address }
}

async function created({ clientOf }: Ground, shop?: Ground['shop']) {
  const answer = await clientOf(shop?.key).escrows.create(await newTerms(shop))
  const { release_token, beneficiary_token } = answer
  if (release_token === null || beneficiary_token === null) throw new Error('a first answer has both tokens')
  const tokens = { release_token, beneficiary_token }
  return { ...answer, ...tokens, escrow: { ...answer.escrow, ...tokens } }
}
const ofEscrow = async (ground: Ground) => ({ ids: [(await created(ground)).id] })

/** A funded escrow with its tokens. */
async function funded(ground: Ground) {
  const { escrow } = await created(ground)
  await fundEscrow(ground.story, escrow)
  return escrow
}

const wrongToken = (member: string): Refused => ({ when: 'for a token of no party', input: { [member]: WRONG_TOKEN } })

/** The usual call of a decision: a funded escrow with its depositor’s token. */
const decision =
  (member: string, further: object = {}) =>
  async (ground: Ground) => {
    const { id, release_token: token } = await funded(ground)
    return { ids: [id], input: { [member]: token, ...further } }
  }

export const escrowStories: StoryTable = {
  'escrows.create': {
    usual: async () => ({ input: await newTerms() }),
    done: {
      'anybody gets an escrow with its address and a token for each party': async ({ clientOf }) => {
        const terms = { ...(await newTerms()), metadata: { order: 'A-1' }, expires_in_hours: 48 }
        const answer = await clientOf().escrows.create(terms)
        expectTwice(answer, 'escrow', 'createdEscrow')
        const { expires_in_hours: _hours, ...kept } = terms
        expect(answer.escrow).toMatchObject({
          ...kept,
          id: anId,
          status: 'created',
          fee_amount: 0.0001,
          deposited_amount: 0,
          business_id: null,
        })
        expect(answer).toMatchObject({ created_at: justNow(answer.created_at), expires_at: aTime, contract: null, livemode: true })
        expect(answer.release_token).toMatch(/^esc_[0-9a-f]{64}$/)
        expect([answer.releaseToken, answer.beneficiaryToken]).toEqual([answer.release_token, answer.beneficiary_token])
        expect(answer.escrowAddress).toBe(answer.escrow_address)
      },
      'with a credential it belongs to the business': async (ground) => {
        const answer = await created(ground, ground.shop)
        expect(answer.business_id).toBe(ground.shop.businessId)
      },
      'an amount in dollars is converted and rounded up': async ({ clientOf }) => {
        const { amount: _amount, ...terms } = await newTerms()
        expect(await clientOf().escrows.create({ ...terms, amount_fiat: 1000 })).toMatchObject({ amount: 0.01666667, amount_usd: 1000 })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for both forms of an amount', input: { amount_fiat: 100 } },
      INVALID_AMOUNT: { when: 'for an amount of zero', input: { amount: 0 } },
      AMOUNT_TOO_SMALL: { when: 'for less than its payout is worth', input: { amount: 0.00000546 } },
      AMOUNT_TOO_LARGE: { when: 'for more than a million dollars', input: { amount: 1_000 } },
      UNSUPPORTED_BLOCKCHAIN: { when: 'for a coin with a rate only', input: { chain: 'DOGE' } },
      INVALID_ADDRESS: { when: 'for a party without an address of the chain', input: { beneficiary_address: 'nobody' } },
      BUSINESS_REQUIRED: { when: 'for a merchant of several businesses who names none', apiKey: ({ beginner }) => beginner.token },
      FORBIDDEN: {
        when: 'for another merchant’s business',
        apiKey: ({ shop }) => shop.key,
        input: ({ thirdParty }) => ({ business_id: thirdParty.businessId }),
      },
      NOT_IMPLEMENTED: { when: 'for a test key', apiKey: testKey },
    },
  },

  'escrows.get': {
    usual: ofEscrow,
    done: {
      'anybody reads the public view; its business reads all of it': async (ground) => {
        const { clientOf, shop } = ground
        const { id } = await created(ground, shop)
        const [seen, own] = [await clientOf().escrows.get(id), await clientOf(shop.key).escrows.get(id)]
        expectTwice(seen, 'escrow', 'escrow')
        expect(seen).toMatchObject({ metadata: null, business_id: null })
        expect(own).toMatchObject({ metadata: {}, business_id: shop.businessId })
      },
    },
    refused: {
      INVALID_ESCROW_TOKEN: { when: 'for a token of no party', options: { headers: { 'X-Escrow-Token': WRONG_TOKEN } } },
    },
  },

  'escrows.list': {
    usual: async (ground) => ({ input: { depositor: (await created(ground)).depositor_address ?? '' } }),
    done: {
      'a party’s escrows are listed to a caller who names its address, and nothing to others': async (ground) => {
        const { escrow } = await created(ground)
        const { list } = ground.clientOf().escrows
        const depositor = escrow.depositor_address ?? 'nobody'
        const found = await list({ depositor, status: 'pending' })
        expectPage(found, 'escrows', { noun: 'escrow', total: 1, limit: 20 })
        expect(found.escrows[0]).toMatchObject({ id: escrow.id, metadata: null })
        expect(await list({ beneficiary: depositor })).toMatchObject({ escrows: [], total: 0 })
        expect(await list()).toMatchObject({ escrows: [], total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a status that does not exist', input: { status: 'open' } } },
  },

  'escrows.authenticate': {
    usual: async (ground) => {
      const { id, release_token: token } = await created(ground)
      return { ids: [id], input: { token } }
    },
    done: {
      'a token says whose it is and what it may do': async (ground) => {
        const { id, beneficiary_token: token } = await created(ground)
        const answer = await ground.clientOf().escrows.authenticate(id, { token })
        expectMembers(answer.escrow, 'escrow')
        expect(answer).toMatchObject({ success: true, role: 'beneficiary', actions: [], party: null })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a token', input: { token: null } }, INVALID_ESCROW_TOKEN: wrongToken('token') },
  },

  'escrows.release': {
    usual: decision('release_token'),
    done: {
      'its depositor releases a funded escrow': async (ground) => {
        const { id, release_token } = await funded(ground)
        const answer = await ground.clientOf().escrows.release(id, { release_token })
        expectTwice(answer, 'escrow', 'escrow')
        expect(answer).toMatchObject({ status: 'released', released_at: aTime, party: null })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a token', input: { release_token: null } },
      INVALID_ESCROW_TOKEN: wrongToken('release_token'),
    },
  },

  'escrows.refund': {
    usual: decision('release_token'),
    done: {
      'its depositor takes a funded escrow back': async (ground) => {
        const { id, release_token } = await funded(ground)
        const answer = await ground.clientOf().escrows.refund(id, { release_token, reason: 'Not delivered' })
        expectTwice(answer, 'escrow', 'escrow')
        expect(answer).toMatchObject({ status: 'refunded', refunded_at: aTime })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'without a token', input: { release_token: null } },
      INVALID_ESCROW_TOKEN: wrongToken('release_token'),
    },
  },

  'escrows.dispute': {
    usual: decision('token', { reason: 'Not delivered' }),
    done: {
      'either party disputes a funded escrow': async (ground) => {
        const { id, beneficiary_token: token } = await funded(ground)
        const answer = await ground.clientOf().escrows.dispute(id, { token, reason: '  It was delivered.  ' })
        expectTwice(answer, 'escrow', 'escrow')
        expect(answer).toMatchObject({ status: 'disputed', dispute_reason: 'It was delivered.', disputed_at: aTime })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a reason', input: { reason: ' ' } }, INVALID_ESCROW_TOKEN: wrongToken('token') },
  },

  'escrows.events': {
    usual: ofEscrow,
    done: {
      'the history begins with the creation': async (ground) => {
        const { id } = await created(ground)
        const { events, total } = await ground.clientOf().escrows.events(id)
        expect(total).toBe(1)
        const [first] = events
        expect(first).toEqual({ id: anId, escrow_id: id, event_type: 'created', actor: 'system', details: null, created_at: aTime })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a page of no rows', input: { limit: 0 } },
      INVALID_ESCROW_TOKEN: { when: 'for a token of no party', options: { headers: { 'X-Escrow-Token': WRONG_TOKEN } } },
    },
  },
}
