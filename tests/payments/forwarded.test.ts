import { payBitcoin } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { nativeBalance, payNative, payToken, tokenBalance } from '@gateway/devnet/evm/evm-faucet'
import { bitcoinBalance } from '@gateway/devnet/bitcoin/bitcoin-faucet'
import { getAddress, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIFE } from '../support/forwarding.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

test('a BTC payment is detected in the mempool, confirmed by its block, and forwarded to the merchant less fee and network fee', async () => {
  const { shop, bitcoin } = story
  const platformSats = () => bitcoinBalance(bitcoin, story.around.platformAddresses.BTC)
  const before = await platformSats()
  const asked = await shop.ask({ blockchain: 'BTC' })
  const sats = parseUnits(asked.crypto_amount, 8)
  await payBitcoin(bitcoin, { address: asked.payment_address, sats })
  await shop.reaches(asked.id, 'detected')
  await mine(story, 'BTC', 1)
  await shop.reaches(asked.id, 'forwarding')
  await shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
  await mine(story, 'BTC', 6)
  const paid = await shop.reaches(asked.id, 'forwarded')
  expect(await bitcoinBalance(bitcoin, shop.wallets.BTC)).toBe(parseUnits(paid.merchant_amount ?? '', 8))
  expect((await platformSats()) - before).toBe(parseUnits(paid.fee_amount ?? '', 8))
  expect(parseUnits(paid.fee_amount ?? '', 8)).toBe(sats / 100n)
  await shop.hears(asked.id, LIFE)
})

test('an ETH payment is split by its deposit contract: 99 % to the merchant, 1 % to the platform, gas paid by the platform', async () => {
  const { shop, evm } = story
  const before = await nativeBalance(evm, getAddress(story.around.platformAddresses.ETH))
  const asked = await shop.ask({ blockchain: 'ETH' })
  const wei = parseUnits(asked.crypto_amount, 18)
  await payNative(evm, { to: getAddress(asked.payment_address), wei })
  await mine(story, 'ETH', 12)
  await shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
  await mine(story, 'ETH', 6)
  const paid = await shop.reaches(asked.id, 'forwarded')
  expect(await nativeBalance(evm, getAddress(shop.wallets.ETH))).toBe(wei - wei / 100n)
  expect((await nativeBalance(evm, getAddress(story.around.platformAddresses.ETH))) - before).toBe(wei / 100n)
  expect(paid.network_fee).toBe('0')
  await shop.hears(asked.id, LIFE)
})

test('a USDC payment is forwarded to the merchant in USDC', async () => {
  const { shop, evm, contracts } = story
  const asked = await shop.ask({ blockchain: 'USDC_ETH' })
  const units = parseUnits(asked.crypto_amount, 6)
  await payToken(evm, { token: contracts.usdc, to: getAddress(asked.payment_address), units })
  await mine(story, 'ETH', 12)
  await shop.reaches(asked.id, (payment) => payment.forward_tx_hash !== null)
  await mine(story, 'ETH', 6)
  await shop.reaches(asked.id, 'forwarded')
  expect(await tokenBalance(evm, { token: contracts.usdc, address: getAddress(shop.wallets.ETH) })).toBe(units - units / 100n)
})
