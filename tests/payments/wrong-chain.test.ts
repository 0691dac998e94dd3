import { nativeBalance, payNative, payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { getAddress, parseUnits } from 'viem'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { flushByHand } from '../support/foreign-token.ts'
import { operate } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const TWO = parseUnits('2', 18)

test('POL and USDC on Polygon at the address of an ETH payment count for nothing, are listed as on the wrong chain, and any wallet flushes them there to the merchant', async () => {
  const { shop, chains, contracts } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const own = await shop.ask({ blockchain: 'POL' })
  const address = getAddress(asked.payment_address)
  await payNative(chains.POL, { to: address, wei: TWO })
  await payToken(chains.POL, { token: contracts.usdc, to: address, units: 25_000_000n })
  await pay(story, own)
  await mine(story, 'POL', 1)
  const native = new RegExp(`${asked.id} +\\w+ +ETH +POL +POL +– +2 +0x[0-9a-f]{64} +${address}`)
  const token = new RegExp(`${asked.id} +\\w+ +ETH +POL +USDC_POL +– +25 +0x[0-9a-f]{64} +${address}`)
  const listed = async (): Promise<string> => operate(story, 'held')
  await eventually('both to be listed', async () => {
    const held = await listed()
    return native.test(held) && token.test(held)
  })
  expect(await shop.read(asked.id)).toMatchObject({ status: 'pending', exceptions: [], amount_received: '0', deposits: [] })
  expect(await operate(story, 'show', asked.id)).toContain(`npm run operator -- flush-call ${asked.id} USDC_POL`)

  const merchant = getAddress(shop.wallets.ETH)
  const before = await nativeBalance(chains.POL, merchant)
  await flushByHand(story, { id: asked.id, token: 'USDC_POL', on: 'POL' })
  expect(await tokenBalance(chains.POL, { token: contracts.usdc, address: merchant })).toBe(24_750_000n)
  // The flush of a token takes the native coin along.
  expect((await nativeBalance(chains.POL, merchant)) - before).toBe(TWO - TWO / 100n)
  await eventually('both to leave the list', async () => !(await listed()).includes(asked.id))

  await pay(story, asked)
  expect((await untilForwarded(story, asked)).amount_received).toBe(asked.crypto_amount)
  await untilForwarded(story, own)
})
