import { nativeBalance, payNative, payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { getAddress, parseUnits } from 'viem'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { deployForeignToken, flushByHand } from '../support/foreign-token.ts'
import { operate } from '../support/operator.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const ONE_ETH = parseUnits('1', 18)

test('ETH on a USDC address does not count, is flagged wrong_asset, and is forwarded with the USDC', async () => {
  const { shop, evm, contracts } = story
  const asked = await shop.ask({ blockchain: 'USDC_ETH' })
  await payNative(evm, { to: getAddress(asked.payment_address), wei: ONE_ETH })
  await mine(story, 'ETH', 12)
  const flagged = await shop.reaches(asked.id, (payment) => payment.exceptions.length > 0)
  expect(flagged).toMatchObject({ status: 'pending', exceptions: ['wrong_asset'], amount_received: '0', amount_due: asked.crypto_amount })
  await pay(story, asked)
  const paid = await untilForwarded(story, asked)
  expect(paid.exceptions).toEqual(['wrong_asset'])
  expect(paid.amount_received).toBe(asked.crypto_amount)
  const merchant = getAddress(shop.wallets.ETH)
  expect(await tokenBalance(evm, { token: contracts.usdc, address: merchant })).toBe(unitsOf(asked, paid.merchant_amount))
  expect(await nativeBalance(evm, merchant)).toBe(ONE_ETH - ONE_ETH / 100n)
})

test('an unsupported token does not count and stays at its address until any wallet flushes it to the merchant', async () => {
  const { shop, evm } = story
  const token = await deployForeignToken(story)
  const asked = await shop.ask({ blockchain: 'USDC_ETH' })
  const address = getAddress(asked.payment_address)
  await payToken(evm, { token, to: address, units: unitsOf(asked, asked.crypto_amount) })
  await mine(story, 'ETH', 12)
  const flagged = await shop.reaches(asked.id, (payment) => payment.exceptions.length > 0)
  expect(flagged).toMatchObject({ status: 'pending', exceptions: ['wrong_asset'], amount_received: '0' })
  await pay(story, asked)
  await untilForwarded(story, asked)
  const units = unitsOf(asked, asked.crypto_amount)
  expect(await tokenBalance(evm, { token, address })).toBe(units)
  const told = new RegExp(`${asked.id} +forwarded +ETH +${token.toLowerCase()} +${units} +0x[0-9a-f]{64} +${address}`)
  expect(await operate(story, 'held')).toMatch(told)
  await flushByHand(story, { id: asked.id, token })
  const merchant = getAddress(shop.wallets.ETH)
  expect(await tokenBalance(evm, { token, address: merchant })).toBe(units - units / 100n)
  await eventually('the token to leave the list of held funds', async () => !told.test(await operate(story, 'held')))
})

test('USDC on an ETH address is flagged and held; the ETH completes the payment, and an operator forwards the USDC', async () => {
  const { shop, evm, contracts } = story
  const asked = await shop.ask({ blockchain: 'ETH' })
  const address = getAddress(asked.payment_address)
  await payToken(evm, { token: contracts.usdc, to: address, units: 25_000_000n })
  await pay(story, asked)
  const paid = await untilForwarded(story, asked)
  expect(paid).toMatchObject({ exceptions: ['wrong_asset'], amount_received: asked.crypto_amount })
  expect(await tokenBalance(evm, { token: contracts.usdc, address })).toBe(25_000_000n)
  expect(await operate(story, 'held')).toMatch(new RegExp(`${asked.id} +forwarded +USDC_ETH +25 +wrong_asset`))
  const merchant = getAddress(shop.wallets.ETH)
  const before = await tokenBalance(evm, { token: contracts.usdc, address: merchant })
  expect(await operate(story, 'forward', asked.id)).toBe('On its way: USDC_ETH.\n')
  await eventually('the USDC to leave', async () => {
    await mine(story, 'ETH', 1)
    return (await tokenBalance(evm, { token: contracts.usdc, address })) === 0n
  })
  expect((await tokenBalance(evm, { token: contracts.usdc, address: merchant })) - before).toBe(24_750_000n)
  await eventually('its round to be final', async () => {
    await mine(story, 'ETH', 1)
    return /1 +\S+ +USDC_ETH +25000000 +\d+ +\d+ +0 +final/.test(await operate(story, 'show', asked.id, '--all'))
  })
  expect(await shop.read(asked.id)).toMatchObject({ status: 'forwarded', merchant_amount: paid.merchant_amount })
})
