import { newBitcoinAddress, replaceBitcoin, walletOf } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { devnetChains } from '@gateway/devnet/chains'
import { callRpc } from '@gateway/devnet/rpc'
import { chainFacts } from '@gateway/domain/money/chain-facts'
import { call } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { mempoolChains } from '../support/rivals.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

interface Feed {
  readonly events: readonly { readonly payment_id?: string; readonly data: { readonly amount_received: string } }[]
}

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

test('Deposits are seen before their block on exactly these chains', () => {
  const watched = devnetChains.filter((chain) => chainFacts[chain].watchesMempool)
  expect(mempoolChains.map(({ chain }) => chain)).toEqual(watched)
})

describe.each(mempoolChains)('a $chain deposit in the mempool', ({ chain, mineRival }) => {
  test('It is shown without confirmations, and completes its payment when it is mined', async () => {
    const { shop } = story
    const asked = await shop.ask({ blockchain: chain })
    const txid = await pay(story, asked)
    const seen = await shop.reaches(asked.id, 'detected')
    expect(seen).toMatchObject({ tx_hash: txid, confirmations: 0, confirmations_required: 1, merchant_amount: null })
    await shop.hears(asked.id, ['payment.created', 'payment.pending'])
    await mine(story, chain, 1)
    const mined = await shop.reaches(asked.id, 'forwarding')
    expect(mined).toMatchObject({ tx_hash: txid, confirmations: 1 })
  })

  test('It sets the payment back to pending when its coins are spent elsewhere, and the next deposit completes the payment', async () => {
    const { shop } = story
    const asked = await shop.ask({ blockchain: chain })
    const txId = await pay(story, asked)
    await shop.reaches(asked.id, 'detected')
    await mineRival(story, { txId, to: (await newWallets())[chain], sats: unitsOf(asked, asked.crypto_amount) })
    const lost = await shop.reaches(asked.id, 'pending')
    expect(lost).toMatchObject({ exceptions: ['replaced'], amount_received: '0', amount_due: asked.crypto_amount, tx_hash: null })
    const second = await pay(story, asked)
    expect(await shop.reaches(asked.id, 'detected')).toMatchObject({ tx_hash: second, exceptions: ['replaced'] })
    const paid = await untilForwarded(story, asked)
    expect(paid).toMatchObject({ exceptions: ['replaced'], amount_received: asked.crypto_amount })
    await shop.hears(asked.id, ['payment.created', 'payment.pending', ...LIFE.slice(1)])
  })

  test('It counts once in every event when a block double-spends it to the same address', async () => {
    const { shop } = story
    const asked = await shop.ask({ blockchain: chain })
    const txId = await pay(story, asked)
    await shop.reaches(asked.id, 'detected')
    const rival = await mineRival(story, { txId, to: asked.payment_address, sats: unitsOf(asked, asked.crypto_amount) })
    const paid = await untilForwarded(story, asked)
    expect(paid).toMatchObject({ exceptions: ['replaced'], amount_received: asked.crypto_amount, tx_hash: rival })
    await shop.hears(asked.id, LIFE)
    const amounts = await eventually('all events of the payment to be in the feed', async () => {
      const { events } = await call<Feed>(story.gateway.api, { path: '/events?limit=100', key: shop.key })
      const own = events.flatMap(({ payment_id: id, data }) => (id === asked.id ? [data.amount_received] : []))
      return own.length === LIFE.length && own
    })
    expect(amounts).toEqual(['0', ...LIFE.slice(1).map(() => asked.crypto_amount)])
  })
})

test('A replaced BTC deposit sets the payment back to pending before any block', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  const txid = await pay(story, asked)
  await shop.reaches(asked.id, 'detected')
  await replaceBitcoin(bitcoin, { txid, to: await newBitcoinAddress(bitcoin) })
  const lost = await shop.reaches(asked.id, 'pending')
  expect(lost).toMatchObject({ exceptions: ['replaced'], amount_received: '0', amount_due: asked.crypto_amount, tx_hash: null })
  await mine(story, 'BTC', 1)
  await pay(story, asked)
  await untilForwarded(story, asked)
})

test('A BTC deposit fee-bumped by its sender counts once, and the payment never becomes unpaid', async () => {
  const { shop, bitcoin } = story
  const asked = await shop.ask({ blockchain: 'BTC' })
  const txid = await pay(story, asked)
  await shop.reaches(asked.id, 'detected')
  const raised = await callRpc<{ txid: string }>(walletOf(bitcoin), { method: 'bumpfee', params: [txid] })
  const bumped = await shop.reaches(asked.id, (payment) => payment.tx_hash === raised.txid)
  expect(bumped).toMatchObject({ status: 'detected', exceptions: ['replaced'], amount_received: asked.crypto_amount })
  await untilForwarded(story, asked)
  await shop.hears(asked.id, LIFE)
})
