import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type IntentInput, intentMachine, type IntentState } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChain, output } from '../../testing/test-chain.ts'
import { payoutsInEveryState, undone } from '../../testing/test-payouts.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { advanceIntents } from './advance-intents.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 1)
  const btc = await openChain(shop.ctx, 'BTC')
  const { address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(address, 100_000n, { tx: 1 })] })
})
afterAll(() => closeShop(shop))

const readAll = (em: Em) => tables(em).selectFrom('spend_intent').selectAll().orderBy('leg').execute()
const inputs = [...new Set(Object.values(intentMachine.states).flatMap((rows) => Object.keys(rows)))] as IntentInput[]

describe.each(inputs)('the input %s', (input) => {
  const accepting = (state: IntentState) => findMove(intentMachine, state, input)

  test('moves and returns the payouts whose state accepts it', () =>
    undone(shop.ctx, async (em) => {
      const payouts = await payoutsInEveryState(em)
      const moved = await advanceIntents(em, shop.ctx, { ids: [...payouts.values()], input })
      const expected = [...payouts].flatMap(([state, id]) => (accepting(state) ? [{ id, state: accepting(state)?.to }] : []))
      expect(expected.length).toBeGreaterThan(0)
      expect(moved.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(expected.toSorted((a, b) => a.id.localeCompare(b.id)))
      const rows = await readAll(em)
      for (const { id, state } of expected) expect(rows.find((row) => row.id === id)?.state).toBe(state)
    }))

  test('leaves every other payout as it is, its other columns included', () =>
    undone(shop.ctx, async (em) => {
      const payouts = await payoutsInEveryState(em)
      const others = (await readAll(em)).filter(({ id, state }) => !accepting(state) || !new Set(payouts.values()).has(id))
      await advanceIntents(em, shop.ctx, { ids: [...payouts.values()], input, patch: { holdReason: 'unpinned', posting: 7 } })
      expect(await readAll(em)).toEqual(expect.arrayContaining(others))
    }))
})

test('the other columns are written with the state', () =>
  undone(shop.ctx, async (em) => {
    const payouts = await payoutsInEveryState(em)
    const id = payouts.get('planned') ?? ''
    await advanceIntents(em, shop.ctx, { ids: [id], input: 'hold', patch: { holdReason: 'unpinned' } })
    expect((await readAll(em)).find((row) => row.id === id)).toMatchObject({
      state: 'held',
      holdReason: 'unpinned',
      updatedAt: shop.ctx.clock.now(),
    })
  }))

test('no payout is moved when none is named', async () => {
  expect(await advanceIntents(shop.ctx.orm.em.fork(), shop.ctx, { ids: [], input: 'hold' })).toEqual([])
})

test('a state in an update beside the door does not compile', () =>
  undone(shop.ctx, async (em) => {
    const foreign = { state: 'held', posting: 1 } as const
    // @ts-expect-error: only the door writes it.
    const update = tables(em).updateTable('spend_intent').set(foreign)
    expect(update.compile().sql).toContain('state')
  }))

test('an input of another machine, and a state among the other columns, do not compile', () =>
  undone(shop.ctx, async (em) => {
    const payouts = await payoutsInEveryState(em)
    // @ts-expect-error: attempts are superseded, payouts are not.
    await expect(advanceIntents(em, shop.ctx, { ids: [''], input: 'supersede' })).rejects.toThrow('supersede does not lead to one state')
    // @ts-expect-error: the machine alone names the state.
    const moved = await advanceIntents(em, shop.ctx, { ids: [payouts.get('planned') ?? ''], input: 'hold', patch: { state: 'final' } })
    expect(moved).toMatchObject([{ state: 'held' }])
  }))
