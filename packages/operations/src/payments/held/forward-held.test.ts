import { tables } from '@gateway/db/tables'
import type { Payment } from '@gateway/domain/payments/payment'
import { staticRates } from '@gateway/providers/rates/static-rates'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { attemptsOf, coins, flushed, openChain, output, type TestChain, tokens } from '../../testing/test-chain.ts'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { approveNamed } from '../../testing/test-approvals.ts'
import { payoutApprovalOf } from '../../custody/approvals/payout-approval.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { forwardHeld } from './forward-held.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { withdrawAddress } from '../endings/withdraw-address.ts'

const WEI = 10n ** 16n

let shop: TestShop
let eth: TestChain
let payment: Payment
beforeEach(async () => {
  shop = await openShop({}, 1)
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  payment = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const forward = () => forwardHeld(shop.ctx, { paymentId: payment.id, by: 'operator:anna' })
const legs = () => db().selectFrom('spend_intent').select(['leg', 'asset', 'state', 'units']).orderBy('leg').execute()

/** A final flush of the address's whole balance of an asset. */
async function flush(asset: 'ETH' | 'USDC_ETH', units: bigint, txId: string) {
  const log = flushed(payment.address, { asset, merchantUnits: units - units / 100n, feeUnits: units / 100n }, txId)
  const attempts = (await attemptsOf(shop.ctx)).filter(({ handle }) => handle === txId)
  const { height } = await eth.mine({ attempts, flushes: [log], receipts: [{ txId, succeeded: true, feeUnits: 7n }] })
  await eth.mineEmpty(1, height)
}

const sign = (signer = shop.signer) => signForward(signer, { paymentId: payment.id })

/** An asset without a quoted payment has no price while the market has none, so two operators must release it. */
async function release() {
  await sign({ ...shop.signer, rates: staticRates({}) })
  for (const name of ['anna', 'ben']) await approveNamed(shop.ctx, payoutApprovalOf({ ref: payment.id, leg: 0 }), { by: name })
}

async function signAndFlush(asset: 'ETH' | 'USDC_ETH', units: bigint) {
  await sign()
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).findLast(({ state }) => state === 'broadcast')
  await flush(asset, units, attempt?.handle ?? '')
}

test('a deposit of another asset is posted in suspense and forwarded by a decision, less the fee', async () => {
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n, exceptions: ['wrong_asset'] })
  expect(await shop.book()).toMatchObject({ 'ETH chain:deposit': -WEI, 'ETH suspense:wrong_asset': WEI })
  expect(await forward()).toEqual(['ETH'])
  expect(await legs()).toEqual([{ leg: 0, asset: 'ETH', state: 'planned', units: WEI }])
  await release()
  await signAndFlush('ETH', WEI)
  expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  expect(await legs()).toMatchObject([{ state: 'final' }])
  const book = await shop.book()
  expect(book).toMatchObject({ 'ETH platform:fee': WEI / 100n })
  expect(book).not.toHaveProperty('ETH suspense:wrong_asset')
  expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', feeUnits: null, forwardTxId: null, networkFeeUnits: null })
  const log = await db().selectFrom('audit_entry').selectAll().where('action', '!=', 'api_key.create').orderBy('at').orderBy('id').execute()
  expect(log[0]).toMatchObject({ actor: 'operator:anna', action: 'payment.forward_held', details: { ETH: String(WEI) } })
})

test('forwarding another asset neither moves its payment nor delays its forward', async () => {
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  await forward()
  await release()
  await eth.mine({ transfers: [tokens(payment.address, 50_000_000n, { tx: 2 })] })
  await eth.mineEmpty(11)
  expect(await legs()).toMatchObject([
    { asset: 'ETH', state: 'held' },
    { asset: 'USDC_ETH', state: 'planned' },
  ])
  await sign()
  await eth.send()
  const [coin, token] = await attemptsOf(shop.ctx)
  await flush('ETH', WEI, coin?.handle ?? '')
  expect(await shop.read(payment.id)).toMatchObject({ state: 'forwarding', feeUnits: 500_000n })
  await flush('USDC_ETH', 50_000_000n, token?.handle ?? '')
  const paid = { state: 'forwarded', merchantUnits: 49_500_000n, exceptions: ['wrong_asset'], forwardTxId: token?.handle }
  expect(await shop.read(payment.id)).toMatchObject(paid)
})

test('a deposit after a decision waits until the previous round is final, then needs a decision of its own', async () => {
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  await forward()
  await eth.mine({ transfers: [coins(payment.address, 2n * WEI, { tx: 2 })] })
  await eth.mineEmpty(11)
  await expect(forward()).rejects.toThrow('previous round is not final')
  await release()
  // A flush takes the whole balance of the address.
  await signAndFlush('ETH', 3n * WEI)
  expect(await shop.book()).not.toHaveProperty('ETH suspense:wrong_asset')
  await eth.mine({ transfers: [coins(payment.address, 2n * WEI, { tx: 3 })] })
  await eth.mineEmpty(11)
  expect(await forward()).toEqual(['ETH'])
  expect((await legs()).filter(({ state }) => state === 'planned')).toMatchObject([{ units: 2n * WEI }])
})

test('two waiting rounds of one payment are signed in separate transactions', async () => {
  // It gives the asset a price, by which the policy allows the payout.
  const other = await shop.ask({ amount: 50, blockchain: 'ETH' })
  const setState = (state: 'final' | 'planned') => sql`UPDATE spend_intent SET state = ${state} WHERE leg = 0`.execute(db())
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  await forward()
  // Planning never creates a second round beside the first, but the signer does not rely on that.
  await setState('final')
  await eth.mine({ transfers: [coins(payment.address, 2n * WEI, { tx: 2 }), coins(other.address, other.dueUnits, { tx: 3 })] })
  await eth.mineEmpty(11)
  await forward()
  await setState('planned')
  await sign()
  expect(await attemptsOf(shop.ctx)).toHaveLength(2)
  expect(await legs()).toMatchObject([{ state: 'signed' }, { state: 'signed' }, { state: 'signed' }])
})

test('a third-party flush settles another asset without a decision', async () => {
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await flush('ETH', WEI, '0xstranger')
  expect(await legs()).toEqual([{ leg: 0, asset: 'ETH', state: 'final', units: WEI }])
  expect(await shop.book()).not.toHaveProperty('ETH suspense:wrong_asset')
  expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', forwardTxId: null })
})

test('a reorg reverses the suspense posting, and the deposit is posted once when it reappears', async () => {
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  await eth.rollBack(12)
  expect(await shop.book()).not.toHaveProperty('ETH suspense:wrong_asset')
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 })] })
  await eth.mineEmpty(11)
  expect(await shop.book()).toMatchObject({ 'ETH suspense:wrong_asset': WEI })
})

test('concurrent decisions forward once, and a decision without held funds is rejected', async () => {
  await expect(forward()).rejects.toThrow('none awaiting a decision')
  await eth.mine({ transfers: [coins(payment.address, WEI, { tx: 1 }), tokens(payment.address, 20_000_000n, { tx: 2 })] })
  await expect(forward()).rejects.toThrow('none awaiting a decision')
  await eth.mineEmpty(11)
  const answers = await Promise.allSettled([1, 2, 3].map(forward))
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  expect(await legs()).toHaveLength(1)
})

test('held Bitcoin is forwarded without dust, and the rest needs a decision of its own', async () => {
  const btc = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await withdrawAddress(shop.ctx, { paymentId: payment.id, by: 'operator:anna', reason: 'its key may be known' })
  const dust = Array.from({ length: 400 }, (_, vout) => output(payment.address, 500n, { tx: 2, vout }))
  await btc.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 }), ...dust] })
  await btc.mineEmpty(2)
  expect(await forward()).toEqual(['BTC'])
  expect(await legs()).toEqual([{ leg: 0, asset: 'BTC', state: 'planned', units: 100_000n }])
  await storeFeeEstimates(shop.ctx.orm.em.fork(), btc.lease, {
    fees: { family: 'utxo', milliSatsPerVbyte: 50_000n },
    at: shop.ctx.clock.now(),
  })
  await expect(forward()).rejects.toThrow('previous round is not final')
})
