import { nativeBalance } from '@gateway/devnet/evm/evm-faucet'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shown, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { payByTokenInterface, placeMrc20 } from '../support/mrc20.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => {
  story = await sharedStory()
  await placeMrc20(story, 'mainnet')
})
afterAll(async () => {
  await placeMrc20(story)
  await story?.close()
})

test('half of a POL payment through the token interface of the coin counts once, and no unsupported token is flagged', async () => {
  const { shop } = story
  const asked = await shop.ask({ blockchain: 'POL' })
  const due = unitsOf(asked, asked.crypto_amount)
  await payByTokenInterface(story, { to: getAddress(asked.payment_address), wei: due / 2n })
  await mine(story, 'POL', 1)
  const half = await shop.reaches(asked.id, (payment) => payment.amount_received !== '0')
  expect(half).toMatchObject({
    status: 'pending',
    exceptions: ['underpaid'],
    amount_received: shown(asked, due / 2n),
    amount_due: shown(asked, due - due / 2n),
  })
  await payByTokenInterface(story, { to: getAddress(asked.payment_address), wei: due - due / 2n })
  expect(await untilForwarded(story, asked)).toMatchObject({ exceptions: ['multiple'], amount_received: asked.crypto_amount })
})

test('a whole POL payment through the token interface of the coin is paid and forwarded like any other', async () => {
  const { shop, chains } = story
  const asked = await shop.ask({ blockchain: 'POL' })
  const merchant = getAddress(shop.wallets.POL)
  const before = await nativeBalance(chains.POL, merchant)
  const due = unitsOf(asked, asked.crypto_amount)
  await payByTokenInterface(story, { to: getAddress(asked.payment_address), wei: due })
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ exceptions: [], amount_received: asked.crypto_amount })
  expect((await nativeBalance(chains.POL, merchant)) - before).toBe(due - due / 100n)
})
