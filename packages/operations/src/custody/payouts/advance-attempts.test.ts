import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type AttemptInput, attemptMachine, type AttemptState } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChain, output } from '../../testing/test-chain.ts'
import { attemptsInEveryState, undone } from '../../testing/test-payouts.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { advanceAttempt, advanceAttempts, type AttemptKey, moveAttempt } from './advance-attempts.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({}, 1)
  const btc = await openChain(shop.ctx, 'BTC')
  const { address } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(address, 100_000n, { tx: 1 })] })
})
afterAll(() => closeShop(shop))

const readAll = (em: Em) => tables(em).selectFrom('spend_attempt').selectAll().orderBy('handle').execute()
const inputs = [...new Set(Object.values(attemptMachine.states).flatMap((rows) => Object.keys(rows)))] as AttemptInput[]
const attemptIn = (attempts: ReadonlyMap<AttemptState, AttemptKey>, state: AttemptState) => attempts.get(state) ?? { intentId: '', n: 0 }

describe.each(inputs)('the input %s', (input) => {
  const accepting = (state: AttemptState) => findMove(attemptMachine, state, input)

  test('moves and returns the attempts whose state accepts it, and leaves the others with all their columns', () =>
    undone(shop.ctx, async (em) => {
      const attempts = await attemptsInEveryState(em)
      const others = (await readAll(em)).filter(({ state }) => !accepting(state))
      const all = sql<boolean>`true`
      const moved = await advanceAttempts(em, shop.ctx, { where: all, input, patch: { lastProblem: 'moved' } })
      const expected = [...attempts].flatMap(([state, key]) => (accepting(state) ? [{ ...key, state: accepting(state)?.to }] : []))
      expect(expected.length).toBeGreaterThan(0)
      expect(moved).toHaveLength(expected.length)
      expect(moved).toEqual(expect.arrayContaining(expected))
      const rows = await readAll(em)
      expect(rows).toEqual(expect.arrayContaining(others))
      expect(rows.filter(({ lastProblem }) => lastProblem === 'moved')).toHaveLength(expected.length)
    }))

  test.each(Object.keys(attemptMachine.states) as AttemptState[])('tells whether it moved a %s attempt', (state) =>
    undone(shop.ctx, async (em) => {
      const attempts = await attemptsInEveryState(em)
      expect(await advanceAttempt(em, shop.ctx, { attempt: attemptIn(attempts, state), input })).toBe(accepting(state) !== undefined)
    }),
  )
})

test('The attempts of the condition move, and no others', () =>
  undone(shop.ctx, async (em) => {
    const attempts = await attemptsInEveryState(em)
    const { intentId } = attemptIn(attempts, 'signed')
    expect(await advanceAttempts(em, shop.ctx, { where: (eb) => eb('intentId', '=', intentId), input: 'die' })).toMatchObject([
      { intentId },
    ])
    expect((await readAll(em)).filter(({ state }) => state === 'dead')).toHaveLength(2)
  }))

test('a move that must happen throws when the state does not accept it', () =>
  undone(shop.ctx, async (em) => {
    const attempts = await attemptsInEveryState(em)
    await expect(moveAttempt(em, shop.ctx, { attempt: attemptIn(attempts, 'dead'), input: 'win' })).rejects.toThrow('takes no win')
    await moveAttempt(em, shop.ctx, { attempt: attemptIn(attempts, 'superseded'), input: 'win' })
    expect((await readAll(em)).filter(({ state }) => state === 'broadcast')).toHaveLength(2)
  }))

test('an input of another machine does not compile', () =>
  undone(shop.ctx, async (em) => {
    const attempts = await attemptsInEveryState(em)
    // @ts-expect-error: payouts are held, attempts are not.
    const wrong = advanceAttempt(em, shop.ctx, { attempt: attemptIn(attempts, 'signed'), input: 'hold' })
    await expect(wrong).rejects.toThrow('hold does not lead to one state')
  }))
