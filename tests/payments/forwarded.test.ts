import { chainFacts, feePayerOf } from '@gateway/domain/money/chain-facts'
import { balanceOf, chainOf, type PayableAsset, payableAssets } from '@gateway/scripts/pay/rails'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pay, unitsOf } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { platformBeyondBooks } from '../support/platform-beyond-books.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const inWallet = (asset: PayableAsset): Promise<bigint> => balanceOf(story.chains, asset, story.shop.wallets[chainOf(asset)])

describe.each(payableAssets)('a payment in %s', (blockchain) => {
  test('The payment is confirmed, told, and forwarded: 99 % to the merchant and 1 % to the platform, less what the chain takes from it', async () => {
    const { shop } = story
    const [wallet, platform] = [await inWallet(blockchain), await platformBeyondBooks(story, blockchain)]
    const asked = await shop.ask({ blockchain })
    const units = unitsOf(asked, asked.crypto_amount)
    await pay(story, asked)
    const paid = await untilForwarded(story, asked)
    const networkFee = unitsOf(paid, paid.network_fee)
    expect(networkFee > 0n).toBe(feePayerOf(chainFacts[chainOf(blockchain)], blockchain) === 'from_deposit')
    expect((await inWallet(blockchain)) - wallet).toBe(units - units / 100n - networkFee)
    expect(await platformBeyondBooks(story, blockchain)).toBe(platform)
    expect([paid.merchant_amount, paid.fee_amount].map((amount) => unitsOf(paid, amount))).toEqual([
      units - units / 100n - networkFee,
      units / 100n,
    ])
    await shop.hears(asked.id, LIFE)
  })
})
