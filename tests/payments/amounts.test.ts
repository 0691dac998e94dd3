import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { nativeBalance, sendEvm } from '@gateway/devnet/evm/evm-faucet'
import { devnetChains } from '@gateway/devnet/chains'
import { callRpc } from '@gateway/devnet/rpc'
import { payableAssets } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { concatHex, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { CONFIRMING, FINALIZING, LIFE, untilForwarded } from '../support/forwarding.ts'
import { payAndFlush } from '../support/pay-and-flush.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { covered } from '../support/tier.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const gained = async (balance: () => Promise<bigint>, work: () => Promise<unknown>): Promise<bigint> => {
  const before = await balance()
  await work()
  return (await balance()) - before
}

test('a BTC payment in two parts waits for the second, and both are forwarded in one transaction', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC', amount: 60 })
  const due = unitsOf(asked, asked.crypto_amount)
  const first = due / 3n
  await pay(story, asked, first)
  const half = await shop.reaches(asked.id, (payment) => payment.amount_received !== '0')
  expect(half).toMatchObject({ status: 'pending', exceptions: ['underpaid'], amount_due: shown(asked, due - first) })
  await pay(story, asked, due - first)
  const whole = await shop.reaches(asked.id, 'detected')
  expect(whole).toMatchObject({ exceptions: ['multiple'], amount_due: '0', amount_received: asked.crypto_amount })
  const paid = await untilForwarded(story, asked)
  const forward = await callRpc<{ vin: unknown[] }>(bitcoin.rpc, { method: 'getrawtransaction', params: [paid.forward_tx_hash, 1] })
  expect(forward.vin).toHaveLength(2)
  expect(await bitcoinBalance(bitcoin, shop.wallets.BTC)).toBe(unitsOf(asked, paid.merchant_amount))
  await shop.hears(asked.id, ['payment.created', 'payment.updated', ...LIFE.slice(1)])
})

test('an ETH payment whose first part was confirmed long before the second is flushed once', async () => {
  const { shop, evm, sql } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const due = unitsOf(asked, asked.crypto_amount)
  await pay(story, asked, due / 4n)
  await mine(story, 'ETH', 12)
  const part = await shop.reaches(asked.id, (payment) => payment.amount_received !== '0')
  expect(part).toMatchObject({ status: 'pending', exceptions: ['underpaid'], amount_due: shown(asked, due - due / 4n) })
  await pay(story, asked, due - due / 4n)
  const merchant = await gained(
    () => nativeBalance(evm, getAddress(shop.wallets.ETH)),
    () => untilForwarded(story, asked),
  )
  expect(merchant).toBe(due - due / 100n)
  expect((await sql.query('SELECT ref FROM flush WHERE subject_id = $1', [asked.id])).rowCount).toBe(1)
  await shop.hears(asked.id, LIFE)
})

test.each(covered(payableAssets, String))(
  'An overpayment in %s is forwarded whole, with the fee on the whole amount',
  async (blockchain) => {
    const { shop } = story
    const asked = await shop.ask({ blockchain })
    const sent = unitsOf(asked, asked.crypto_amount) * 2n
    await pay(story, asked, sent)
    const paid = await untilForwarded(story, asked)
    expect(paid).toMatchObject({
      exceptions: ['overpaid'],
      amount_received: shown(asked, sent),
      fee_amount: shown(asked, sent / 100n),
      amount_due: '0',
    })
    const parts = [paid.merchant_amount, paid.fee_amount, paid.network_fee].map((part) => unitsOf(asked, part))
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(sent)
  },
)

test('two full deposits are both forwarded, with the exceptions overpaid and multiple', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  await pay(story, asked)
  await pay(story, asked)
  await shop.reaches(asked.id, (payment) => payment.exceptions.length === 2)
  let paid = asked
  const merchant = await gained(
    () => bitcoinBalance(bitcoin, shop.wallets.BTC),
    async () => (paid = await untilForwarded(story, asked)),
  )
  expect(paid.exceptions).toEqual(['overpaid', 'multiple'])
  expect(merchant).toBe(unitsOf(asked, paid.merchant_amount))
  expect(unitsOf(asked, paid.amount_received)).toBe(2n * unitsOf(asked, asked.crypto_amount))
})

test('a payment one unit short counts as paid', async () => {
  const { shop } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  await pay(story, asked, unitsOf(asked, asked.crypto_amount) - 1n)
  expect(await shop.reaches(asked.id, 'detected')).toMatchObject({ exceptions: [] })
  await untilForwarded(story, asked)
})

test.each(covered(devnetChains, String))(
  'A second %s deposit after the forward is forwarded in its own transaction',
  async (blockchain) => {
    const { shop, sql } = story
    const asked = await shop.ask({ blockchain })
    await pay(story, asked)
    const first = await untilForwarded(story, asked)
    await pay(story, asked)
    await mine(story, blockchain, CONFIRMING[blockchain])
    const rounds = () => sql.query('SELECT state FROM spend_intent WHERE ref = $1 ORDER BY leg', [asked.id])
    await eventually('the second round to be sent', async () => (await rounds()).rows[1]?.state === 'broadcast')
    await mine(story, blockchain, FINALIZING[blockchain])
    await eventually('the second round to be final', async () => (await rounds()).rows[1]?.state === 'final')
    const paid = await shop.read(asked.id)
    expect(paid).toMatchObject({ status: 'forwarded', exceptions: ['overpaid', 'multiple'], forward_tx_hash: first.forward_tx_hash })
    const received = 2n * unitsOf(asked, asked.crypto_amount)
    expect(unitsOf(asked, paid.amount_received)).toBe(received)
    const parts = [paid.merchant_amount, paid.fee_amount, paid.network_fee].map((part) => unitsOf(asked, part))
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(received)
    await shop.hears(asked.id, LIFE)
  },
)

test('an internal transfer of ETH completes its payment and is forwarded', async () => {
  const { shop, evm } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const due = unitsOf(asked, asked.crypto_amount)
  // Init code that destroys itself in favour of the address: PUSH20 address, SELFDESTRUCT.
  await sendEvm(evm, { input: concatHex(['0x73', getAddress(asked.payment_address), '0xff']), wei: due })
  // The address balance is checked once the block is final.
  await mine(story, 'ETH', FINALIZING.ETH)
  // One final block in each look at the chain, and the tests before have left many.
  const seen = await eventually('the coins to be found', async () => {
    await story.sql.query("SELECT pg_notify('attempt_signed', 'ETH')")
    const payment = await shop.read(asked.id)
    return payment.status === 'detected' && payment
  })
  expect(seen).toMatchObject({ amount_received: asked.crypto_amount, exceptions: [], tx_hash: null })
  const merchant = await gained(
    () => nativeBalance(evm, getAddress(shop.wallets.ETH)),
    () => untilForwarded(story, asked),
  )
  expect(merchant).toBe(due - due / 100n)
})

test('an internal transfer that is flushed at once counts once, after its flush is final', async () => {
  const { shop, evm } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const due = unitsOf(asked, asked.crypto_amount)
  const half = due / 2n
  const merchant = await gained(
    () => nativeBalance(evm, getAddress(shop.wallets.ETH)),
    async () => {
      await payAndFlush(story, asked, half)
      await mine(story, 'ETH', 1)
      await eventually('the payout to be read', async () => {
        const { rows } = await story.sql.query('SELECT FROM flush WHERE subject_id = $1', [asked.id])
        return rows.length === 1
      })
      expect(await shop.read(asked.id)).toMatchObject({ status: 'pending', amount_received: '0' })
      await mine(story, 'ETH', FINALIZING.ETH)
      await shop.reaches(asked.id, (payment) => payment.amount_received !== '0')
      await mine(story, 'ETH', 1)
      expect(await shop.read(asked.id)).toMatchObject({ status: 'pending', amount_received: shown(asked, half), exceptions: ['underpaid'] })
      await pay(story, asked, due - half)
      await mine(story, 'ETH', 12)
      const rounds = () => story.sql.query('SELECT state FROM spend_intent WHERE ref = $1 ORDER BY leg', [asked.id])
      await eventually('the rest to be sent', async () => (await rounds()).rows[1]?.state === 'broadcast')
      await mine(story, 'ETH', FINALIZING.ETH)
      await shop.reaches(asked.id, 'forwarded')
    },
  )
  expect(await shop.read(asked.id)).toMatchObject({ amount_received: asked.crypto_amount, exceptions: ['multiple'] })
  expect(merchant).toBe(due - half / 100n - (due - half) / 100n)
})
