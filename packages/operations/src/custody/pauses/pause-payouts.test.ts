import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PauseScope } from '@gateway/domain/custody/pause'
import type { Payment } from '@gateway/domain/payments/payment'
import { eventually } from '@gateway/testing/wait'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBusiness } from '../../businesses/create-business.ts'
import { createPayment } from '../../payments/creation/create-payment.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { attemptsOf, openChain, output, tokens } from '../../testing/test-chain.ts'
import { approveLift } from '../../testing/test-approvals.ts'
import { testOperator } from '../../testing/test-operator.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { readPauses } from '../policy/read-pauses.ts'
import { liftApprovedPauses } from './lift-pauses.ts'
import { listPauses, pausePayouts } from './pause-payouts.ts'

let shop: TestShop
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 2)
  const btc = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const pause = (scope: PauseScope) => pausePayouts(shop.ctx, { scope, reason: 'a drill', by: 'operator:anna' })
const lift = (scope: PauseScope, by: string) => approveLift(shop.ctx, scope, by)
const liftNow = () => liftApprovedPauses(shop.signer)
const sign = (id: string = payment.id) => signForward(shop.signer, { paymentId: id })
const inLine = (sessions: number) =>
  eventually(`${sessions} sessions to wait for each other`, async () => {
    const waiting = sql<{ pid: number }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return (await waiting.execute(db())).rows.length >= sessions
  })
const own = (): PauseScope => `merchant:${shop.actor.merchantId}`

describe('a pause', () => {
  test.each(['global', 'chain:BTC', 'asset:BTC', 'merchant'])(
    'a pause of %s stops signing, shows on the payout, and ends when the signer finds two approvals',
    async (name) => {
      const scope = name === 'merchant' ? own() : (name as PauseScope)
      await pause(scope)
      await expect(sign()).rejects.toThrow(`The forward waits: paused:${scope}`)
      expect(await attemptsOf(shop.ctx)).toEqual([])
      const [held] = await db().selectFrom('spend_intent').select(['state', 'holdReason']).execute()
      expect(held).toEqual({ state: 'held', holdReason: `paused:${scope}` })
      expect(await listPauses(shop.ctx)).toMatchObject([{ scope, reason: 'a drill', pausedBy: 'operator:anna' }])
      expect([await lift(scope, 'anna'), await lift(scope, 'anna'), await liftNow()]).toEqual([1, 1, []])
      await expect(sign()).rejects.toThrow('paused')
      expect(await lift(scope, 'ben')).toBe(0)
      await expect(sign()).rejects.toThrow('paused')
      expect([await liftNow(), await liftNow()]).toEqual([[scope], []])
      await sign()
      expect(await attemptsOf(shop.ctx)).toHaveLength(1)
      const log = await db().selectFrom('audit_entry').select(['actor', 'action', 'subjectId']).orderBy('at').orderBy('id').execute()
      const lifts = [testOperator('anna').as, testOperator('anna').as, testOperator('ben').as, 'signer'].map((actor) => ({
        actor,
        action: 'payouts.lift',
        subjectId: scope,
      }))
      expect(log.filter(({ action }) => action === 'payouts.lift')).toEqual(lifts)
    },
  )

  test.each(['chain:ETH', 'asset:USDC_ETH'] as const)('a pause of %s does not stop a bitcoin payout', async (scope) => {
    await pause(scope)
    await sign()
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })

  test('a repeated pause by an operator withdraws the approvals of its lift', async () => {
    await pause('global')
    await lift('global', 'anna')
    await pause('global')
    expect(await lift('global', 'ben')).toBe(1)
  })

  test('a pause with a further reason shows both and withdraws approvals; a known reason does not', async () => {
    const find = (reason: string) => pausePayouts(shop.ctx, { scope: 'global', reason, by: 'watcher' })
    await find('one thing')
    await lift('global', 'anna')
    await find('another')
    expect(await listPauses(shop.ctx)).toMatchObject([{ pausedBy: 'watcher', reason: 'one thing; another', approvedBy: [] }])
    await lift('global', 'anna')
    await find('one thing')
    await find('another')
    expect(await lift('global', 'ben')).toBe(0)
  })

  test('a further reason after two approvals keeps the pause', async () => {
    await pause('global')
    for (const by of ['anna', 'ben']) await lift('global', by)
    await pausePayouts(shop.ctx, { scope: 'global', reason: 'another', by: 'watcher' })
    expect(await liftNow()).toEqual([])
    await expect(sign()).rejects.toThrow('paused')
  })

  test('a pause waits for open signatures, and later signatures wait for the pause', async () => {
    const intent = (await db().selectFrom('spend_intent').selectAll().executeTakeFirstOrThrow()) as SpendIntentEntity
    const em = shop.ctx.orm.em.fork()
    const found: unknown[] = []
    const look = async (signing: Em) => found.push((await readPauses(signing, shop.signer, [intent]))(intent))
    const { pausing, next } = await em.transactional(async (signing) => {
      await look(signing)
      const paused = pause('global')
      await inLine(1)
      const later = em.fork().transactional(look)
      await inLine(2)
      return { pausing: paused, next: later }
    })
    await Promise.all([pausing, next])
    expect(found).toEqual([undefined, 'global'])
  })

  test('rejects a lift of a scope that is not paused, and a pause of an unknown merchant', async () => {
    await expect(lift('global', 'anna')).rejects.toThrow('while the state is running')
    await expect(pause(`merchant:${shop.ctx.ids.uuid()}`)).rejects.toThrow('No such scope')
  })

  test('the operator’s pause file stops all signing, whatever the database says', async () => {
    await expect(signForward({ ...shop.signer, isPausedByFile: () => true }, { paymentId: payment.id })).rejects.toThrow('paused:file')
    await sign()
  })
})

test('a paused merchant’s payouts do not travel in other merchants’ batches', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const other = await storeMerchant(shop.ctx)
  const terms = CreateBusinessInput.parse({ name: 'Other shop', wallet_addresses: wallets.merchant })
  const { facts } = await createBusiness(shop.ctx, { actor: other, terms })
  const asked = CreatePaymentInput.parse({ amount: 50, blockchain: 'USDC_ETH', business_id: facts.business.id })
  const mine = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
  const theirs = (await createPayment(shop.ctx, { actor: other, terms: asked })).facts.payment
  await eth.mine({ transfers: [mine, theirs].map((paid, at) => tokens(paid.address, 50_000_000n, { tx: 10 + at })) })
  await eth.mineEmpty(11)
  await pause(`merchant:${other.merchantId}`)
  await sign(mine.id)
  const states = await db().selectFrom('spend_intent').select(['ref', 'state']).where('chain', '=', 'ETH').execute()
  expect(new Map(states.map((row) => [row.ref, row.state]))).toEqual(
    new Map([
      [mine.id, 'signed'],
      [theirs.id, 'planned'],
    ]),
  )
  await expect(sign(theirs.id)).rejects.toThrow(`paused:merchant:${other.merchantId}`)
})
