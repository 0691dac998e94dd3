import { endDecision, insertDecision, lockDecisions } from '@gateway/db/payments/decision-queries'
import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidField, InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { formatUnits } from '@gateway/domain/money/decimal'
import { DecisionPending, DecisionRefused } from '@gateway/domain/payments/errors'
import type { DecisionKind } from '@gateway/domain/payments/held-decision'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transaction } from '../../kernel/transaction.ts'
import { coins, openChain, output, type TestChain, txOf } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { HELD, underpaidPayment } from '../../testing/test-refunds.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { acceptPayment, acceptWithin } from '../held/accept-payment.ts'
import { decisionOwners } from '../../jobs/decision-owners.ts'
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
const sqlOf = (statement: string) => shop.ctx.orm.em.fork().execute(statement)
const waits = () => sqlOf("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
const decisions = () => db().selectFrom('held_decision').select(['kind', 'state']).orderBy('decidedAt').execute()
const audited = async () =>
  (
    await db()
      .selectFrom('audit_entry')
      .select(['actor', 'action'])
      .where('action', 'in', ['payment.accept', 'payment.forward_held'])
      .execute()
  ).map(({ actor, action }) => `${actor} ${action}`)
const SEEN = formatUnits(HELD, 8)
const decide = (paymentId: string, kind: DecisionKind, actor: Actor = shop.actor) =>
  decideHeld(shop.ctx, { actor, paymentId, ...(kind === 'accept' ? { kind, amountReceived: SEEN } : { kind }) })
/** A payment of a token whose address holds ether. */
async function strayEther() {
  const eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  const payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  await eth.mine({ transfers: [coins(payment.address, 10n ** 16n, { tx: 1 })] })
  await eth.mineEmpty(11)
  return payment
}
/** Decides while a worker carries out whatever waits. */
async function decideAtOnce(...asked: Promise<void>[]) {
  const open = new Set(asked)
  const settled = Promise.allSettled(asked.map((one) => one.finally(() => open.delete(one))))
  void Promise.allSettled(asked).then(() => open.clear())
  while (open.size > 0)
    if (!(await carryOutDecision(shop.ctx, decisionOwners))) await shop.ctx.hear({ channel: 'decision', payload: '', ms: 5 })
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
  const payment = await strayEther()
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
  await carryOutDecision(shop.ctx, decisionOwners)
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
  expect(await carryOutDecision(shop.ctx, decisionOwners)).toBe(true)
  expect(await carryOutDecision(shop.ctx, decisionOwners)).toBe(false)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'confirmed' })
})

test('an acceptance is refused when less than its merchant saw is left of the money', async () => {
  const dust = 1_000n
  const payment = await underpaidPayment(shop, btc, dust)
  await btc.showMempool([output(payment.address, HELD - dust, { tx: 1 })], [{ resource: 'aa', sequence: 0, txId: txOf(1) }])
  expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', receivedUnits: HELD })
  const refusal = decide(payment.id, 'accept').catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await decisions()).toHaveLength(1))
  await btc.mine({ inputs: [{ resource: 'aa', sequence: 0, txId: txOf(2) }] })
  await carryOutDecision(shop.ctx, decisionOwners)
  expect(await refusal).toMatchObject({ name: 'DecisionRefused', message: expect.stringMatching(/^Less has arrived/) })
  expect(await decisions()).toEqual([{ kind: 'accept', state: 'refused' }])
  expect(await shop.read(payment.id)).toMatchObject({ state: 'expired', receivedUnits: dust, acceptedAt: null })
})

test('a text that is no amount of the asset is refused at once', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  for (const amountReceived of ['', '0', '-1', '1e-4', '0.000400001'])
    await expect(decideHeld(shop.ctx, { actor: shop.actor, paymentId: payment.id, kind: 'accept', amountReceived })).rejects.toThrow(
      InvalidField,
    )
  expect(await decisions()).toEqual([])
})

test('a decision that fails is tried again later and later, and the next one does not wait for it', async () => {
  const [broken, sound] = [await underpaidPayment(shop, btc, HELD), await strayEther()]
  await sqlOf(`ALTER TABLE payment ADD CONSTRAINT broken CHECK (id <> '${broken.id}' OR accepted_at IS NULL)`)
  const asked = [decide(broken.id, 'accept')]
  await vi.waitFor(async () => expect(await decisions()).toHaveLength(1))
  shop.ctx.clock.advance(1)
  asked.push(decide(sound.id, 'forward'))
  await vi.waitFor(async () => expect(await decisions()).toHaveLength(2))
  const carriedOut = async (ms: number) => {
    shop.ctx.clock.advance(ms)
    return carryOutDecision(shop.ctx, decisionOwners)
  }
  expect([await carriedOut(0), await carriedOut(0), await carriedOut(0)]).toEqual([true, true, false])
  const failed = { kind: 'accept', state: 'waiting' }
  expect(await decisions()).toEqual([failed, { kind: 'forward', state: 'done' }])
  expect([await carriedOut(999), await carriedOut(1), await carriedOut(1_999)]).toEqual([false, true, false])
  await db().updateTable('held_decision').set({ attempts: 40 }).where('state', '=', 'waiting').execute()
  expect([await carriedOut(1), await carriedOut(5 * 60_000 - 1)]).toEqual([true, false])
  await sqlOf('ALTER TABLE payment DROP CONSTRAINT broken')
  expect(await carriedOut(1)).toBe(true)
  expect(await decisions()).toEqual([
    { ...failed, state: 'done' },
    { kind: 'forward', state: 'done' },
  ])
  await Promise.all(asked)
})

test('a second click that was on its way while the first was carried out is told that it was', async () => {
  const payment = await underpaidPayment(shop, btc, HELD)
  const by = shop.actor
  const first = {
    id: shop.ctx.ids.uuid(),
    of: { paymentId: payment.id },
    merchantId: by.merchantId,
    kind: 'accept',
    seenUnits: HELD,
  } as const
  const second = await transaction(shop.ctx, async (em) => {
    await lockDecisions(em, { paymentId: payment.id })
    await insertDecision(em, { ...first, decidedAt: shop.ctx.clock.now() })
    await acceptWithin(em, shop.ctx, { paymentId: payment.id, by })
    await endDecision(em, { id: first.id, state: 'done', problem: null, endedAt: shop.ctx.clock.now() })
    const click = decideAtOnce(decide(payment.id, 'accept'))
    await vi.waitFor(async () => expect((await waits()).length).toBeGreaterThan(0), 10_000)
    return { click }
  })
  expect(await second.click).toEqual(['done'])
  expect(await decisions()).toEqual([{ kind: 'accept', state: 'done' }])
})
