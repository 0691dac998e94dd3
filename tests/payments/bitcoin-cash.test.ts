import { payBitcoinCash } from '@gateway/devnet/bitcoin-cash/bitcoin-cash-faucet'
import { callRpc } from '@gateway/devnet/rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { operate } from '../support/operator.ts'
import { mine, openStory, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await openStory({ chains: ['BCH'] })))
afterAll(() => story?.close())

test('Tokens in a BCH output are no deposit: their coins count for nothing, and the forward leaves them where they are', async () => {
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
