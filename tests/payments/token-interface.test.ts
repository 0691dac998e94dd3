import { nativeBalance } from '@gateway/devnet/evm/evm-faucet'
import { eventually } from '@gateway/testing/wait'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shown, unitsOf } from '../support/customer.ts'
import { FINALIZING, untilForwarded } from '../support/forwarding.ts'
import { payByTokenInterface, placeMrc20 } from '../support/mrc20.ts'
import { operate } from '../support/operator.ts'
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

test('a log that shows more POL than the address gained counts for nothing, is held with an alarm, and what is there counts once its block is final', async () => {
  const { shop, chains } = story
  await placeMrc20(story, 'unknown_log')
  const asked = await shop.ask({ blockchain: 'POL' })
  const due = unitsOf(asked, asked.crypto_amount)
  await payByTokenInterface(story, { to: getAddress(asked.payment_address), wei: due / 2n })
  await mine(story, 'POL', 1)
  await placeMrc20(story, 'mainnet')
  const listed = new RegExp(`${asked.id} +pending +POL +${asked.crypto_amount} +above_balance_gain`)
  await eventually('both transfers to be held', async () => listed.test(await operate(story, 'held')))
  expect(await operate(story, 'show', asked.id)).toContain('because its address gained less in that block')
  expect(await shop.read(asked.id)).toMatchObject({ status: 'pending', amount_received: '0', exceptions: [] })
  await mine(story, 'POL', FINALIZING.POL)
  const half = await eventually('the balance to be counted', async () => {
    await story.sql.query("SELECT pg_notify('attempt_signed', 'POL')")
    const payment = await shop.read(asked.id)
    return payment.amount_received !== '0' && payment
  })
  expect(half).toMatchObject({ status: 'pending', exceptions: ['underpaid'], amount_received: shown(asked, due / 2n) })
  expect(await operate(story, 'held')).not.toContain(asked.id)
  await payByTokenInterface(story, { to: getAddress(asked.payment_address), wei: due - due / 2n })
  const merchant = getAddress(shop.wallets.POL)
  const before = await nativeBalance(chains.POL, merchant)
  expect(await untilForwarded(story, asked)).toMatchObject({ amount_received: asked.crypto_amount })
  expect((await nativeBalance(chains.POL, merchant)) - before).toBe(due - due / 100n)
})
