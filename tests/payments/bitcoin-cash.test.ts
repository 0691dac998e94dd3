import { doubleSpendBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-double-spend'
import {
  bitcoinCashBalance,
  bitcoinCashHeight,
  newBitcoinCashAddress,
  payBitcoinCash,
  reorgBitcoinCash,
} from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { LIFE, miningOn, untilForwarded, untilSent } from '../support/forwarding.ts'
import { operate } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await openStory()))
afterAll(() => story?.close())

/** Above 100 USD Bitcoin Cash needs three confirmations, so that one block leaves the payment detected. */
const THREE_CONFIRMATIONS = 150

test('a BCH deposit in the mempool that a block spends elsewhere sets the payment back to pending; the next deposit completes it', async () => {
  const { shop, chains } = story
  const asked = await shop.ask({ blockchain: 'BCH' })
  expect(asked.payment_address).toMatch(/^bchreg:q/)
  const txid = await pay(story, asked)
  expect(await shop.reaches(asked.id, 'detected')).toMatchObject({ tx_hash: txid, confirmations: 0 })
  await doubleSpendBitcoinCash(chains.BCH, { txid, to: newBitcoinCashAddress() })
  const lost = await shop.reaches(asked.id, 'pending')
  expect(lost).toMatchObject({ exceptions: ['replaced'], amount_received: '0', amount_due: asked.crypto_amount, tx_hash: null })
  const second = await pay(story, asked)
  expect(await shop.reaches(asked.id, 'detected')).toMatchObject({ tx_hash: second, exceptions: ['replaced'] })
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ exceptions: ['replaced'], amount_received: asked.crypto_amount })
  await shop.hears(asked.id, ['payment.created', 'payment.pending', ...LIFE.slice(1)])
})

test('tokens in a BCH output are no deposit: their coins count for nothing, and the forward leaves them where they are', async () => {
  const { shop, chains } = story
  const asked = await shop.ask({ blockchain: 'BCH' })
  const address = asked.payment_address
  const withTokens = await payBitcoinCash(chains.BCH, { address, sats: unitsOf(asked, asked.crypto_amount), tokens: 77n })
  await mine(story, 'BCH', 1)
  const flagged = await shop.reaches(asked.id, ({ exceptions }) => exceptions.length > 0)
  expect(flagged).toMatchObject({ status: 'pending', exceptions: ['wrong_asset'], amount_received: '0', amount_due: asked.crypto_amount })
  await pay(story, asked)
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ exceptions: ['wrong_asset'], amount_received: asked.crypto_amount })
  const unspent = await callRpc(chains.BCH.rpc, { method: 'gettxout', params: [withTokens, 0, true] })
  expect(unspent).toMatchObject({ value: Number(asked.crypto_amount) })
  expect(await operate(story, 'held')).toContain('77')
})

test('a BCH deposit whose block is orphaned waits for its confirmations again', async () => {
  const { shop, chains } = story
  const asked = await shop.ask({ blockchain: 'BCH', amount: THREE_CONFIRMATIONS })
  await pay(story, asked)
  await mine(story, 'BCH', 1)
  await shop.reaches(asked.id, ({ confirmations }) => confirmations === 1)
  await reorgBitcoinCash(chains.BCH, 1)
  const back = await shop.reaches(asked.id, ({ exceptions }) => exceptions.length > 0)
  expect(back).toMatchObject({ status: 'detected', confirmations: 0, exceptions: ['reorged'] })
  await mine(story, 'BCH', 1)
  await untilForwarded(story, asked)
})

test('a BCH forward orphaned with its deposit is broadcast again unchanged, and paid once', async () => {
  const { shop, chains, sql } = story
  const asked = await shop.ask({ blockchain: 'BCH' })
  await pay(story, asked)
  const sent = await untilSent(story, asked)
  const before = await bitcoinCashBalance(chains.BCH, shop.wallets.BCH)
  await mine(story, 'BCH', 1)
  await reorgBitcoinCash(chains.BCH, await depthOf(asked.id))
  await eventually('the credit to be reversed', async () => (await shop.read(asked.id)).exceptions.includes('reorged'))
  const paid = await miningOn(story, asked, ({ status }) => status === 'forwarded')
  expect(paid.forward_tx_hash).toBe(sent.forward_tx_hash)
  expect((await bitcoinCashBalance(chains.BCH, shop.wallets.BCH)) - before).toBe(unitsOf(asked, paid.merchant_amount))
  const attempts = await sql.query('SELECT handle FROM spend_attempt JOIN spend_intent ON id = intent_id WHERE ref = $1', [asked.id])
  expect(attempts.rowCount).toBe(1)
})

/** Blocks from a payment's deposit to the head. */
async function depthOf(paymentId: string): Promise<number> {
  const deposits = 'SELECT max(height) AS height FROM deposit WHERE subject_id = $1'
  const { rows } = await story.sql.query<{ height: number }>(deposits, [paymentId])
  return (await bitcoinCashHeight(story.chains.BCH)) - (rows[0]?.height ?? 0) + 1
}
