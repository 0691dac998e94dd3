import { chainFacts, feePayerOf } from '@gateway/domain/money/chain-facts'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { balanceOf, chainOf, type PayableAsset, payableAssets, payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasReadAll } from '../support/chain-heights.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { platformBeyondBooks } from '../support/platform-beyond-books.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

const inWallet = (asset: PayableAsset): Promise<bigint> => balanceOf(story.chains, asset, story.shop.wallets[chainOf(asset)])

describe.each(payableAssets)('a payment in %s', (blockchain) => {
  let paid: ShownPayment
  test('The payment is confirmed, told, and forwarded: 99 % to the merchant and 1 % to the platform, less what the chain takes from it', async () => {
    const { shop } = story
    const [wallet, platform] = [await inWallet(blockchain), await platformBeyondBooks(story, blockchain)]
    const asked = await shop.ask({ blockchain })
    const units = unitsOf(asked, asked.crypto_amount)
    await pay(story, asked)
    paid = await untilForwarded(story, asked)
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

  test('Half of it is refunded from the wallet of its merchant: the transfer counts by itself, once it is final', async () => {
    const { shop, chains, gateway } = story
    const chain = chainOf(blockchain)
    const to = (await newWallets([chain]))[chain]
    const units = unitsOf(paid, paid.crypto_amount) / 2n
    const refund = { amount_crypto: shown(paid, units), address: to }
    const said = await say(gateway.api, `POST /payments/${paid.id}/refunds`, { key: shop.key, body: refund })
    expect([said.status, said.body['status'], said.body['paid_by']]).toEqual([201, 'named', 'merchant'])
    await payAsset(chains, blockchain, { to, units })
    await eventually('the refund to be final', async () => {
      const { body } = await say(gateway.api, `GET /payments/${paid.id}/refunds`, { key: shop.key })
      const isDone = JSON.stringify(body).includes('"status":"refunded"')
      if (!isDone && (await hasReadAll(story, chain))) await mine(story, chain, 1)
      return isDone
    })
    const refunded = await shop.reaches(paid.id, ({ amount_refunded }) => Number(amount_refunded) > 0)
    expect(refunded).toMatchObject({ status: 'forwarded', amount_refunded: shown(paid, units) })
    expect(await balanceOf(chains, blockchain, to)).toBe(units)
    await shop.hears(paid.id, [...LIFE, 'payment.refunded'])
  })
})
