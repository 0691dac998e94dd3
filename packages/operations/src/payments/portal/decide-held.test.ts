import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { DecisionPending, DecisionRefused } from '@gateway/domain/payments/errors'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coins, openChain, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { acceptPayment } from '../held/accept-payment.ts'
import { carryOutDecision } from './carry-out-decision.ts'
import { decideHeld } from './decide-held.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop({}, 4)
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const decisions = () => db().selectFrom('held_decision').select(['kind', 'state']).orderBy('decidedAt').execute()
const audited = async () =>
  (
    await db()
      .selectFrom('audit_entry')
      .select(['actor', 'action'])
      .where('action', 'in', ['payment.accept', 'payment.forward_held'])
      .execute()
  ).map(({ actor, action }) => `${actor} ${action}`)
const decide = (paymentId: string, kind: DecisionKind, actor: Actor = shop.actor) => decideHeld(shop.ctx, { actor, paymentId, kind })
/** Decides while a worker carries out whatever waits. */
async function decideAtOnce(...asked: Promise<void>[]) {
  const open = new Set(asked)
  const settled = Promise.allSettled(asked.map((one) => one.finally(() => open.delete(one))))
  void Promise.allSettled(asked).then(() => open.clear())
  while (open.size > 0) if (!(await carryOutDecision(shop.ctx))) await shop.ctx.hear({ channel: 'decision', payload: '', ms: 5 })
  return (await settled).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason))
}

test('an accepted payment continues once, however often its merchant clicks', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const clicks = [decide(payment.id, 'accept'), decide(payment.id, 'accept'), decide(payment.id, 'accept')]
  expect(await decideAtOnce(...clicks)).toEqual(['done', 'done', 'done'])
  expect(await decideAtOnce(decide(payment.id, 'accept'))).toEqual(['done'])
  expect(await decisions()).toEqual([{ kind: 'accept', state: 'done' }])
  expect(await audited()).toEqual([`merchant:${shop.actor.merchantId} payment.accept`])
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed', receivedUnits: HELD })
  expect(await db().selectFrom('spend_intent').select(['ref', 'units']).execute()).toEqual([{ ref: payment.id, units: HELD }])
})

test('held money of another asset is forwarded once', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [coins(payment.address, 10n ** 16n, { tx: 1 })] })
  await eth.mineEmpty(11)
  expect(await decideAtOnce(decide(payment.id, 'forward'), decide(payment.id, 'forward'))).toEqual(['done', 'done'])
  expect(await decideAtOnce(decide(payment.id, 'forward'))).toEqual(['done'])
  expect(await db().selectFrom('spend_intent').select(['asset', 'units']).execute()).toEqual([{ asset: 'ETH', units: 10n ** 16n }])
  expect(await decisions()).toEqual([{ kind: 'forward', state: 'done' }])
})

test('a decision that nothing waits for is refused at once, and leaves no row', async () => {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await expect(decide(payment.id, 'accept')).rejects.toThrow(InvalidState)
  await expect(decide(payment.id, 'forward')).rejects.toThrow(InvalidState)
  expect(await decisions()).toEqual([])
})

test('another merchant gets the answer of a payment that does not exist', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const other = await storeMerchant(shop.ctx)
  for (const kind of ['accept', 'forward'] as const) {
    await expect(decide(payment.id, kind, other)).rejects.toThrow(NotFound)
    await expect(decide(shop.ctx.ids.uuid(), kind)).rejects.toThrow(NotFound)
  }
  expect(await decisions()).toEqual([])
})

test('a decision about money that was decided about meanwhile is refused, and moves nothing', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const refusal = decide(payment.id, 'accept').catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await decisions()).toHaveLength(1))
  await acceptPayment(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
  await carryOutDecision(shop.ctx)
  expect(await refusal).toBeInstanceOf(DecisionRefused)
  expect([await decisions(), await audited()]).toEqual([[{ kind: 'accept', state: 'refused' }], ['operator:anna payment.accept']])
})

test('a decision that no worker carries out in time waits, and is carried out later', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValueOnce(0).mockReturnValue(60_000)
  await expect(decide(payment.id, 'accept')).rejects.toThrow(DecisionPending)
  now.mockRestore()
  expect(await decisions()).toEqual([{ kind: 'accept', state: 'waiting' }])
  expect(await carryOutDecision(shop.ctx)).toBe(true)
  expect(await carryOutDecision(shop.ctx)).toBe(false)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed' })
})
