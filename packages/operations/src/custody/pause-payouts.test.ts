import { tables } from '@gateway/db/tables'
import type { PauseScope } from '@gateway/domain/custody/pause'
import type { Payment } from '@gateway/domain/payments/payment'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signForward } from '../payments/sign-forward.ts'
import { storeMerchant } from '../test-context.ts'
import { attemptsOf, openChain, output, tokens } from '../test-chain.ts'
import { closeShop, openShop, type TestShop } from '../test-shop.ts'
import { liftPause, listPauses, pausePayouts } from './pause-payouts.ts'

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
const lift = (scope: PauseScope, by: string) => liftPause(shop.ctx, { scope, by: `operator:${by}` })
const sign = (id: string = payment.id) => signForward(shop.signer, { paymentId: id })
const own = (): PauseScope => `merchant:${shop.actor.merchantId}`

describe('a pause', () => {
  test.each(['global', 'chain:BTC', 'asset:BTC', 'merchant'])(
    'of %s stops signing, says so on the payout, and ends when two operators say so',
    async (name) => {
      const scope = name === 'merchant' ? own() : (name as PauseScope)
      await pause(scope)
      await expect(sign()).rejects.toThrow(`The forward waits: paused:${scope}`)
      expect(await attemptsOf(shop.ctx)).toEqual([])
      const [held] = await db().selectFrom('spend_intent').select(['state', 'holdReason']).execute()
      expect(held).toEqual({ state: 'held', holdReason: `paused:${scope}` })
      expect(await listPauses(shop.ctx)).toMatchObject([{ scope, reason: 'a drill', pausedBy: 'operator:anna' }])
      expect(await lift(scope, 'anna')).toBe(1)
      expect(await lift(scope, 'anna')).toBe(1)
      await expect(sign()).rejects.toThrow('paused')
      expect(await lift(scope, 'ben')).toBe(0)
      await sign()
      expect(await attemptsOf(shop.ctx)).toHaveLength(1)
      const log = await db().selectFrom('audit_entry').select(['actor', 'action', 'subjectId']).orderBy('at').orderBy('id').execute()
      expect(log).toContainEqual({ actor: 'operator:ben', action: 'payouts.lift', subjectId: scope })
    },
  )

  test.each(['chain:ETH', 'asset:USDC_ETH'] as const)('of %s is none of the business of a bitcoin payment', async (scope) => {
    await pause(scope)
    await sign()
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })

  test('that comes again takes back what operators had asked for', async () => {
    await pause('global')
    await lift('global', 'anna')
    await pause('global')
    expect(await lift('global', 'ben')).toBe(1)
  })

  test('waits for what is being signed, and nothing is signed after it', async () => {
    const order: string[] = []
    const signing = shop.ctx.orm.em.fork().transactional(async (em) => {
      await sql`SELECT FROM pause WHERE scope = 'global' FOR SHARE`.execute(tables(em))
      const pausing = pause('global').then(() => order.push('paused'))
      await sql`SELECT pg_sleep(0.2)`.execute(tables(em))
      order.push('signed')
      return { pausing }
    })
    await (
      await signing
    ).pausing
    expect(order).toEqual(['signed', 'paused'])
  })

  test('of a scope that is not paused cannot be lifted, and one of nobody cannot be set', async () => {
    await expect(lift('global', 'anna')).rejects.toThrow('while the state is running')
    await expect(pause(`merchant:${shop.ctx.ids.uuid()}`)).rejects.toThrow('No such scope')
  })

  test('by the operator’s file stops everything, whatever the database says', async () => {
    await expect(signForward({ ...shop.signer, isPausedByFile: () => true }, { paymentId: payment.id })).rejects.toThrow('paused:file')
    await sign()
  })
})

test('a paused merchant’s payouts are left out of the batches of others', async () => {
  const eth = await openChain(shop.ctx, 'ETH')
  const [mine, theirs] = [await shop.ask({ amount: 50, blockchain: 'USDC_ETH' }), await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })]
  const other = await storeMerchant(shop.ctx)
  await eth.mine({ transfers: [mine, theirs].map((asked, at) => tokens(asked.address, 50_000_000n, { tx: 10 + at })) })
  await eth.mineEmpty(11)
  const business = await db().selectFrom('business').selectAll().executeTakeFirstOrThrow()
  const id = shop.ctx.ids.uuid()
  await db()
    .insertInto('business')
    .values({ ...business, id, merchantId: other.merchantId, eventSequence: 0 })
    .execute()
  await db().updateTable('spend_intent').set({ businessId: id }).where('ref', '=', theirs.id).execute()
  await pause(`merchant:${other.merchantId}`)
  await sign(mine.id)
  const states = await db().selectFrom('spend_intent').select(['ref', 'state']).where('chain', '=', 'ETH').execute()
  expect(new Map(states.map((row) => [row.ref, row.state]))).toEqual(
    new Map([
      [mine.id, 'signed'],
      [theirs.id, 'planned'],
    ]),
  )
  await db().updateTable('spend_intent').set({ businessId: shop.businessId }).where('ref', '=', theirs.id).execute()
})
