import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signDue, signForward } from '../../../testing/sign-forward.ts'
import { openSolanaShop, type SolanaShop } from '../../../testing/solana-shop.ts'
import { attemptsOf } from '../../../testing/test-chain.ts'
import { closeShop, solanaWallets } from '../../../testing/test-shop.ts'

let shop: SolanaShop
beforeEach(async () => void (shop = await openSolanaShop()))
afterEach(async () => {
  await shop.stop()
  await closeShop(shop)
})

const DAY_MS = 24 * 60 * 60_000
const db = () => tables(shop.ctx.orm.em.fork())
const sign = (paymentId: string) => signForward(shop.signer, { paymentId })
const attempts = async () => (await attemptsOf(shop.ctx)).map(({ n, state }) => `${n} ${state}`)
const counted = () => db().selectFrom('payout_velocity').select('usdCents').execute()
const intents = () => db().selectFrom('spend_intent').select(['state', 'holdReason']).execute()

/** Lets the signed transaction expire, and its death be proven. */
async function lapse(): Promise<void> {
  await shop.chain.pass(200)
  for (const later of [0, 30_000]) {
    shop.ctx.clock.advance(later)
    while ((await shop.scan()).lagBlocks > 0);
  }
}

test('A payout that lapses twice, because dust reached its address once it was signed, is signed again at once and counts once against the caps', async () => {
  const payment = await shop.paid('SOL', 60)
  await sign(payment.id)
  const once = await counted()
  expect(once).toEqual([{ usdCents: 6_000n }])
  for (const lapsed of [['0 dead'], ['0 dead', '1 dead']]) {
    await shop.chain.pay(payment.address, { lamports: 7n })
    await shop.settle()
    await lapse()
    expect(await attempts()).toEqual(lapsed)
    expect(await intents()).toEqual([{ state: 'planned', holdReason: null }])
    await sign(payment.id)
  }
  const refused = { refusedHeight: expect.any(Number) }
  expect(await attemptsOf(shop.ctx)).toMatchObject([refused, refused, { refusedHeight: null }])
  expect(await counted()).toEqual(once)
})

test('A payout to an account that its issuer has frozen is held once its transaction has lapsed, and tried again a day later', async () => {
  await shop.chain.setAccount(solanaWallets.merchant, 'frozen')
  const payment = await shop.paid('USDC_SOL', 60)
  await sign(payment.id)
  await shop.scan()
  expect(await attemptsOf(shop.ctx)).toMatchObject([{ state: 'signed', refusedHeight: expect.any(Number) }])
  await lapse()
  expect(await attempts()).toEqual(['0 dead'])
  expect(await intents()).toEqual([{ state: 'held', holdReason: 'transaction_refused' }])
  shop.ctx.clock.advance(DAY_MS - 1)
  await shop.scan()
  expect(await signDue(shop.signer, 'SOL')).toBe(0)
  await shop.chain.setAccount(solanaWallets.merchant, 'open')
  shop.ctx.clock.advance(1)
  expect(await signDue(shop.signer, 'SOL')).toBe(1)
  await shop.scan()
  await shop.settle()
  expect(await attempts()).toEqual(['0 dead', '1 final'])
  expect((await shop.chain.ask.holdings(solanaWallets.merchant)).map(({ units }) => units)).toEqual([
    payment.dueUnits - payment.dueUnits / 100n,
  ])
})

test('A payout that no node has refused is signed again at once', async () => {
  const payment = await shop.paid('SOL', 60)
  await sign(payment.id)
  await lapse()
  expect(await intents()).toEqual([{ state: 'planned', holdReason: null }])
})
