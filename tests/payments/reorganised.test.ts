import { bitcoinBalance, mineEmptyBitcoin, newBitcoinAddress, reorgBitcoin, replaceBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { toContractTerms } from '@gateway/chains/evm/flush/compute-deposit'
import { encodeFlush } from '@gateway/chains/evm/flush/deposit-factory'
import { evmPlatform } from '@gateway/devnet/evm/evm'
import { nativeBalance, sendEvm, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { eventually } from '@gateway/testing/wait'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { LIFE, miningOn, untilForwarded, untilSent } from '../support/forwarding.ts'
import { payKept, reorganise, signKept } from '../support/reorganise.ts'
import { blocksSince } from '../support/reorgs.ts'
import { mine, openStory, type Story } from '../support/story.ts'
import { sweepLater } from '../support/sweep-later.ts'
import { orphaned, testOrphanedBlocks } from './orphaned-blocks.ts'

let story: Story
const chains = [...new Set(['BTC', 'ETH', ...orphaned.map(({ chain }) => chain)] as const)]
beforeAll(async () => void (story = await openStory({ chains })))
afterAll(() => story?.close())

/** Above 100 USD Bitcoin needs two confirmations, so that one block leaves the payment detected. */
const TWO_CONFIRMATIONS = 150

test('a BTC deposit that is replaced after a reorg sets the payment back to pending', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC', amount: TWO_CONFIRMATIONS })
  const txid = await pay(story, asked)
  await mine(story, 'BTC', 1)
  await shop.reaches(asked.id, (payment) => payment.confirmations === 1)
  await reorgBitcoin(bitcoin, 1)
  await replaceBitcoin(bitcoin, { txid, to: await newBitcoinAddress(bitcoin) })
  const lost = await shop.reaches(asked.id, 'pending')
  expect(lost).toMatchObject({ exceptions: ['replaced', 'reorged'], amount_received: '0', amount_due: asked.crypto_amount })
  await mine(story, 'BTC', 1)
  await pay(story, asked)
  await mine(story, 'BTC', 1)
  await untilForwarded(story, asked)
})

test('a USDC deposit mined again at another log index after its forward was signed is flushed once', async () => {
  const { shop, evm, contracts, sql } = story
  const asked = await shop.ask({ blockchain: 'USDC_ETH' })
  const [units, token] = [unitsOf(asked, asked.crypto_amount), contracts.usdc]
  const sending = (to: string, amount: bigint) => ({ to: token, input: transferCall(getAddress(to), amount) })
  const raw = await payKept(evm, sending(asked.payment_address, units))
  const wallet = { token, address: getAddress(shop.wallets.ETH) }
  const before = await tokenBalance(evm, wallet)
  const sent = await untilSent(story, asked)
  const placesOf = async () =>
    (await sql.query<{ place: number }>('SELECT log_place AS place FROM deposit WHERE subject_id = $1', [asked.id])).rows
  expect(await placesOf()).toEqual([{ place: 0 }])
  // A third party's log comes first in the new block.
  const thirdParty = await signKept(evm, { from: evmPlatform, ...sending(evmPlatform.address, 0n) })
  await reorganise(evm, await blocksSince(story, { chain: 'ETH', what: 'deposit', paymentId: asked.id }), [thirdParty, raw])
  await shop.reaches(asked.id, (payment) => payment.exceptions.includes('reorged'))
  await mine(story, 'ETH', 20)
  const paid = await miningOn(story, asked, ({ status }) => status === 'forwarded')
  expect(await placesOf()).toEqual([{ place: 1 }])
  expect(paid).toMatchObject({ forward_tx_hash: sent.forward_tx_hash, amount_received: asked.crypto_amount })
  expect((await tokenBalance(evm, wallet)) - before).toBe(units - units / 100n)
  await shop.hears(asked.id, LIFE)
})

test('S10: a BTC forward orphaned after it was final is reversed and broadcast again with the same bytes; its payment stays forwarded', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  await pay(story, asked)
  const before = await bitcoinBalance(bitcoin, shop.wallets.BTC)
  const paid = await untilForwarded(story, asked)
  const signed = await attemptsOf(asked.id)
  await reorgBitcoin(bitcoin, await blocksSince(story, { chain: 'BTC', what: 'deposit', paymentId: asked.id }))
  await eventually('the credit to be reversed', async () => (await reversals(asked.id)) > 0)
  expect(await reversedPostings(asked.id)).toEqual(['broadcast', 'plan', 'settle'])
  await mineEmptyBitcoin(bitcoin, 1)
  expect(await attemptsOf(asked.id)).toEqual(signed.map((attempt) => ({ ...attempt, state: 'broadcast' })))
  expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', exceptions: ['reorged'] })
  await mine(story, 'BTC', 7)
  await eventually('the forward to be final again', async () => (await intentState(asked.id)) === 'final')
  expect(await attemptsOf(asked.id)).toEqual(signed)
  expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', forward_tx_hash: paid.forward_tx_hash })
  expect((await bitcoinBalance(bitcoin, shop.wallets.BTC)) - before).toBe(unitsOf(asked, paid.merchant_amount))
  await shop.hears(asked.id, LIFE)
})

test('a BTC forward orphaned without its deposit becomes final again in its new block', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  await pay(story, asked)
  const paid = await untilForwarded(story, asked)
  await reorgBitcoin(bitcoin, await blocksSince(story, { chain: 'BTC', what: 'forward', paymentId: asked.id }))
  await eventually('the forward to be broadcast again', async () => (await intentState(asked.id)) === 'broadcast')
  await mine(story, 'BTC', 6)
  await eventually('the forward to be final again', async () => (await intentState(asked.id)) === 'final')
  expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', exceptions: [], forward_tx_hash: paid.forward_tx_hash })
})

describe('an orphaned ETH flush that was final', () => {
  const merchantWei = () => nativeBalance(story.evm, getAddress(story.shop.wallets.ETH))
  const finalAgain = (id: string) =>
    eventually('the payout to be final again', async () => {
      await mine(story, 'ETH', 1)
      return (await intentState(id)) === 'final'
    })

  test('gets reversed and broadcast again with the same bytes; the payment stays forwarded and the merchant is paid once', async () => {
    const { shop, evm } = story
    const asked = await shop.ask({ blockchain: 'ETH' })
    const before = await merchantWei()
    await pay(story, asked)
    const paid = await untilForwarded(story, asked)
    const signed = await attemptsOf(asked.id)
    await reorganise(evm, await blocksSince(story, { chain: 'ETH', what: 'flush', paymentId: asked.id }))
    await eventually('the settlement to be reversed', async () => (await intentState(asked.id)) === 'broadcast')
    expect(await reversedPostings(asked.id)).toEqual(['broadcast', 'plan', 'settle'])
    expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', exceptions: [], forward_tx_hash: paid.forward_tx_hash })
    await finalAgain(asked.id)
    expect(await attemptsOf(asked.id)).toEqual(signed)
    expect((await merchantWei()) - before).toBe(unitsOf(asked, paid.merchant_amount))
    await shop.hears(asked.id, LIFE)
  })

  test('runs again with the same bytes once its orphaned deposit is mined again; the merchant is paid once', async () => {
    const { shop, evm } = story
    const asked = await shop.ask({ blockchain: 'ETH' })
    const before = await merchantWei()
    const raw = await payKept(evm, { to: getAddress(asked.payment_address), wei: unitsOf(asked, asked.crypto_amount) })
    const paid = await untilForwarded(story, asked)
    const signed = await attemptsOf(asked.id)
    await reorganise(evm, await blocksSince(story, { chain: 'ETH', what: 'deposit', paymentId: asked.id }), [raw])
    await shop.reaches(asked.id, (payment) => payment.exceptions.includes('reorged'))
    expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', forward_tx_hash: paid.forward_tx_hash })
    await mine(story, 'ETH', 12)
    await finalAgain(asked.id)
    expect(await attemptsOf(asked.id)).toEqual(signed)
    expect((await merchantWei()) - before).toBe(unitsOf(asked, paid.merchant_amount))
    await shop.hears(asked.id, LIFE)
  })

  test('gives way to our own flush if a third party sent it and it is not mined again; the merchant is paid once', async () => {
    const { shop, evm, contracts } = story
    const asked = await shop.ask({ blockchain: 'ETH' })
    const before = await merchantWei()
    await pay(story, asked)
    await mine(story, 'ETH', 1)
    const { ETH: platform } = story.around.platformAddresses
    const terms = toContractTerms({ id: asked.id, merchant: shop.wallets.ETH, platform, feeBps: 100 })
    await sendEvm(evm, { to: contracts.factory, input: encodeFlush(terms, null) })
    await mine(story, 'ETH', 20)
    const paid = await shop.reaches(asked.id, 'forwarded')
    expect(await attemptsOf(asked.id)).toEqual([])
    await reorganise(evm, await blocksSince(story, { chain: 'ETH', what: 'flush', paymentId: asked.id }))
    await eventually('the settlement to be reversed', async () => (await intentState(asked.id)) === 'planned')
    expect((await merchantWei()) - before).toBe(0n)
    await sweepLater(story)
    const isSent = async () => (await attemptsOf(asked.id)).some(({ state }) => state === 'broadcast')
    await eventually('our own flush to be broadcast', isSent)
    await finalAgain(asked.id)
    expect(await attemptsOf(asked.id)).toMatchObject([{ n: 0, state: 'final' }])
    expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', merchant_amount: paid.merchant_amount })
    expect((await merchantWei()) - before).toBe(unitsOf(asked, paid.merchant_amount))
    await shop.hears(asked.id, LIFE)
  })
})

testOrphanedBlocks(() => story)

const transferCall = (to: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

async function reversals(paymentId: string): Promise<number> {
  const { rows } = await story.sql.query<{ count: number }>(
    `SELECT count(*)::int FROM transfer JOIN transfer original ON original.id = transfer.reverses
      JOIN deposit ON original.ref = deposit.id WHERE original.kind = 'deposit' AND deposit.subject_id = $1`,
    [paymentId],
  )
  return rows[0]?.count ?? 0
}

async function intentState(paymentId: string): Promise<string | undefined> {
  const { rows } = await story.sql.query<{ state: string }>('SELECT state FROM spend_intent WHERE ref = $1', [paymentId])
  return rows[0]?.state
}

/** The attempts of a payment, with their bytes. */
async function attemptsOf(paymentId: string): Promise<{ n: number; state: string; raw: string }[]> {
  const { rows } = await story.sql.query<{ n: number; state: string; raw: string }>(
    `SELECT n, spend_attempt.state, encode(raw, 'hex') AS raw FROM spend_attempt JOIN spend_intent ON id = intent_id WHERE ref = $1 ORDER BY n`,
    [paymentId],
  )
  return rows
}

/** The kinds of reversed transfers of a payment's payout. */
async function reversedPostings(paymentId: string): Promise<string[]> {
  const { rows } = await story.sql.query<{ kind: string }>(
    `SELECT DISTINCT original.kind FROM transfer JOIN transfer original ON original.id = transfer.reverses
      JOIN spend_intent ON original.ref = spend_intent.id::text WHERE spend_intent.ref = $1 ORDER BY 1`,
    [paymentId],
  )
  return rows.map((row) => row.kind)
}
