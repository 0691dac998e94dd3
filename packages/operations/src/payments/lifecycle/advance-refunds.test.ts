import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { findMove } from '@gateway/domain/kernel/machine'
import { type ReturnInput, returnMachine, type ReturnState } from '@gateway/domain/payments/refund'
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undone } from '../../testing/test-payouts.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { advanceRefunds } from './advance-refunds.ts'

const states = Object.keys(returnMachine.states) as ReturnState[]
const inputs = [...new Set(Object.values(returnMachine.states).flatMap((rows) => Object.keys(rows)))] as ReturnInput[]
const at = new Date(0)

let shop: TestShop
let refunds: Map<ReturnState, string>
/** Payout terms that no refund has taken. */
let free: string
beforeAll(async () => {
  shop = await openShop({}, states.length + 1)
  refunds = new Map()
  for (const state of states) refunds.set(state, await store(state))
  free = (await shop.read((await shop.ask({ amount: 60, blockchain: 'BTC' })).id)).payoutTermsId
})
afterAll(() => closeShop(shop))

/** Stores a refund in a state, each of an own payment. */
async function store(state: ReturnState): Promise<string> {
  const payment = await shop.read((await shop.ask({ amount: 60, blockchain: 'BTC' })).id)
  const id = randomUUID()
  const claim = { address: 'payer', payoutTermsId: payment.payoutTermsId, claimedAt: at, usableAt: at }
  const unclaimed = { address: null, payoutTermsId: null, claimedAt: null, usableAt: null }
  const hasEnded = state === 'returned' || state === 'withdrawn'
  await tables(shop.ctx.orm.em.fork())
    .insertInto('refund')
    .values({
      ...(state === 'offered' ? unclaimed : claim),
      id,
      paymentId: payment.id,
      businessId: payment.businessId,
      state,
      offeredBy: 'operator:anna',
      offeredAt: at,
      offerEndsAt: at,
      tokenHash: randomBytes(32),
      holdReason: null,
      endedAt: hasEnded ? at : null,
      endReason: hasEnded ? 'before' : null,
    })
    .execute()
  return id
}

const readAll = (em: Em) => tables(em).selectFrom('refund').selectAll().execute()

/** The columns that the table demands with each input. */
const patchOf = (input: ReturnInput) => {
  const ended = { endedAt: at, endReason: 'money_was_lost' }
  const claimed = { address: 'payer', payoutTermsId: free, claimedAt: at, usableAt: at }
  const patches = { claim: claimed, plan: { holdReason: null }, settle: ended, withdraw: ended, lose: ended }
  return patches[input]
}

describe.each(inputs)('the input %s', (input) => {
  const accepting = (state: ReturnState) => findMove(returnMachine, state, input)

  test('moves and returns the refunds whose state accepts it, and leaves the others with all their columns', () =>
    undone(shop.ctx, async (em) => {
      const others = (await readAll(em)).filter(({ state }) => !accepting(state))
      const moved = await advanceRefunds(em, { ids: [...refunds.values()], input, patch: patchOf(input) })
      const expected = [...refunds].flatMap(([state, id]) => (accepting(state) ? [{ id, state: accepting(state)?.to }] : []))
      expect(expected.length).toBeGreaterThan(0)
      expect(moved).toHaveLength(expected.length)
      expect(moved).toEqual(expect.arrayContaining(expected))
      const rows = await readAll(em)
      expect(rows).toEqual(expect.arrayContaining(others))
      for (const { id, state } of expected) expect(rows.find((row) => row.id === id)).toMatchObject({ state, ...patchOf(input) })
    }))
})

test('no refund is moved when none is named', async () => {
  expect(await advanceRefunds(shop.ctx.orm.em.fork(), { ids: [], input: 'withdraw' })).toEqual([])
})

test('an input of another machine does not compile', () =>
  undone(shop.ctx, async (em) => {
    // @ts-expect-error: payouts are held, refunds are not.
    await expect(advanceRefunds(em, { ids: [''], input: 'hold' })).rejects.toThrow('hold does not lead to one state')
  }))
