import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { ensureContract } from '@gateway/devnet/evm/evm-deploy'
import { nativeBalance, sendEvm, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { type Address, concatHex, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { LIFE, miningOn, untilForwarded, untilSent } from '../support/forwarding.ts'
import { operate } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { pauseInvariantChecks } from '../support/pause-invariant-checks.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const BATCH = 30

test('thirty payments confirmed by one block are forwarded once each, in a few transactions', async () => {
  const { shop, evm, sql } = story
  const before = await merchantEth()
  const asked = await Promise.all(Array.from({ length: BATCH }, () => shop.ask({ blockchain: 'ETH' })))
  for (const payment of asked) await pay(story, payment)
  await mine(story, 'ETH', 12)
  await Promise.all(asked.map(({ id }) => shop.reaches(id, (payment) => payment.forward_tx_hash !== null)))
  await mine(story, 'ETH', 6)
  const paid = await Promise.all(asked.map(({ id }) => shop.reaches(id, 'forwarded')))
  expect((await merchantEth()) - before).toBe(paid.reduce((sum, payment) => sum + unitsOf(payment, payment.merchant_amount), 0n))
  expect(new Set(paid.map((payment) => payment.forward_tx_hash)).size).toBeLessThanOrEqual(BATCH / 5)
  const ids = asked.map(({ id }) => id)
  const flushes = await sql.query('SELECT subject_id FROM flush WHERE subject_id = ANY ($1) GROUP BY subject_id HAVING count(*) > 1', [ids])
  expect(flushes.rows).toEqual([])
  expect(await nativeBalance(evm, getAddress(asked[0]?.payment_address ?? ''))).toBe(0n)
})

test('a third-party flush before ours settles the payment once, with the right split', async () => {
  const { shop } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const before = await merchantEth()
  await pay(story, asked)
  await mine(story, 'ETH', 1)
  await flushAsThirdParty(asked)
  await mine(story, 'ETH', 12)
  await shop.reaches(asked.id, (payment) => payment.confirmed_at !== null)
  await mine(story, 'ETH', 8)
  const paid = await shop.reaches(asked.id, 'forwarded')
  const wei = unitsOf(asked, asked.crypto_amount)
  expect(paid).toMatchObject({ amount_received: asked.crypto_amount, fee_amount: shown(asked, wei / 100n) })
  expect((await merchantEth()) - before).toBe(wei - wei / 100n)
  await shop.hears(asked.id, LIFE)
})

test('a third-party flush of the first deposit pays that part; ours pays the second, and the payment is forwarded', async () => {
  const { shop, evm, contracts } = story
  const asked = await shop.ask({ blockchain: 'USDC_ETH' })
  const due = unitsOf(asked, asked.crypto_amount)
  const balance = () => tokenBalance(evm, { token: contracts.usdc, address: getAddress(shop.wallets.ETH) })
  const before = await balance()
  await pay(story, asked, due / 2n)
  await mine(story, 'ETH', 1)
  await flushAsThirdParty(asked, contracts.usdc)
  await mine(story, 'ETH', 1)
  await pay(story, asked, due - due / 2n)
  await eventually('both parts to be forwarded', async () => {
    await mine(story, 'ETH', 1)
    return (await shop.read(asked.id)).status === 'forwarded'
  })
  expect((await balance()) - before).toBe(due - due / 100n)
  expect((await shop.read(asked.id)).amount_received).toBe(asked.crypto_amount)
})

test('a deposit that arrives between confirmation and flush is flushed too, and the payment shows the amounts of the chain', async () => {
  const { shop } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const wei = unitsOf(asked, asked.crypto_amount)
  const before = await merchantEth()
  await pay(story, asked)
  await untilSent(story, asked)
  // Its tip is higher, so it comes before the flush in the same block or in an earlier one.
  await pay(story, asked, wei / 2n)
  await mine(story, 'ETH', 1)
  await mine(story, 'ETH', 14)
  const paid = await miningOn(story, asked, ({ status, exceptions }) => status === 'forwarded' && exceptions.length === 2)
  expect(paid.exceptions).toEqual(['overpaid', 'multiple'])
  const received = unitsOf(asked, paid.amount_received)
  expect(received).toBe(wei + wei / 2n)
  expect(unitsOf(asked, paid.merchant_amount) + unitsOf(asked, paid.fee_amount)).toBe(received)
  expect((await merchantEth()) - before).toBe(unitsOf(asked, paid.merchant_amount))
})

test('an internal transfer to the address is flushed with the deposit and booked', async () => {
  const { shop, sql } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const wei = unitsOf(asked, asked.crypto_amount)
  const before = await merchantEth()
  await pay(story, asked)
  await sendInside(getAddress(asked.payment_address), wei)
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ amount_received: shown(asked, 2n * wei), exceptions: ['overpaid', 'multiple'] })
  expect((await merchantEth()) - before).toBe(unitsOf(asked, paid.merchant_amount))
  const unseen = await sql.query<{ units: string; credit_revision: string | null }>(
    'SELECT units, credit_revision FROM deposit WHERE subject_id = $1 AND untraced',
    [asked.id],
  )
  expect(unseen.rows).toMatchObject([{ units: String(wei) }])
  expect(unseen.rows[0]?.credit_revision).not.toBeNull()
})

test('a payout that moved less than was counted settles at the flushed amount and books the shortfall', async () => {
  const { shop, sql } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const wei = unitsOf(asked, asked.crypto_amount)
  const before = await merchantEth()
  await pay(story, asked)
  await mine(story, 'ETH', 1)
  await shop.reaches(asked.id, (payment) => payment.confirmations === 1)
  const OVERSTATED = 1_000n
  await pauseInvariantChecks(story)
  // As if the node had reported more: observations are write-once, so their trigger is disabled meanwhile.
  await sql.query('ALTER TABLE observation DISABLE TRIGGER USER')
  for (const table of ['deposit', 'observation'])
    await sql.query(`UPDATE ${table} SET units = units + $2 WHERE subject_id = $1`, [asked.id, String(OVERSTATED)])
  await sql.query('ALTER TABLE observation ENABLE TRIGGER USER')
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ exceptions: [], fee_amount: shown(asked, wei / 100n), merchant_amount: shown(asked, wei - wei / 100n) })
  expect((await merchantEth()) - before).toBe(wei - wei / 100n)
  const short = await sql.query<{ bal: string }>("SELECT bal FROM account WHERE code = 'suspense:shortfall' AND owner = $1", [
    shop.businessId,
  ])
  expect(short.rows).toEqual([{ bal: String(OVERSTATED) }])
  expect(await operate(story, 'held')).not.toContain(asked.id)
})

const merchantEth = (): Promise<bigint> => nativeBalance(story.evm, getAddress(story.shop.wallets.ETH))

/** Flushes as a third party: a sender who knows the terms may pay the gas. */
async function flushAsThirdParty(asked: ShownPayment, token: Address | null = null): Promise<void> {
  const terms = toContractTerms({
    id: asked.id,
    merchant: story.shop.wallets.ETH,
    platform: story.around.platformAddresses.ETH,
    feeBps: 100,
  })
  await sendEvm(story.evm, { to: story.contracts.factory, input: encodeFlush(terms, token) })
}

/** Pays through a contract that forwards its call value: CALL(gas, to, callvalue), STOP. */
async function sendInside(to: Address, wei: bigint): Promise<void> {
  const code: Hex = concatHex(['0x5f5f5f5f34', '0x73', to, '0x5af100'])
  // Creation code that returns the bytes after its own eleven.
  const initCode = concatHex(['0x600b380380600b5f395ff3', code])
  const passer = await ensureContract(story.evm, { initCode })
  await sendEvm(story.evm, { to: passer, wei })
}
