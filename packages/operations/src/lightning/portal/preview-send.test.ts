import { PreviewLightningInput, presentPreview } from '@gateway/contract/lightning/portal-preview'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { previewSend } from './preview-send.ts'

let shop: LightningShop
beforeAll(async () => {
  shop = await openLightningShop()
  await shop.enable('main')
  await shop.enable('other')
  await shop.fund('main', 50_000)
})
afterAll(() => closeLightningShop(shop))

async function preview(destination: string, { sats, actor = shop.actor }: { sats?: number; actor?: LightningShop['actor'] } = {}) {
  const wish = PreviewLightningInput.parse({ wallet_id: 'main', destination, ...(sats !== undefined && { amount_sats: sats }) })
  return presentPreview(await previewSend(shop.ctx, { actor, wish }))
}

test('an invoice is read by the node, and nothing is booked', async () => {
  const { paymentRequest, paymentHash } = shop.node.foreign({ amountMsat: 2_000_500n })
  expect(await preview(` lightning:${paymentRequest} `)).toMatchObject({
    kind: 'invoice',
    destination: paymentRequest,
    payment_hash: paymentHash,
    amount_msat: 2_000_500,
    amount_is_fixed: true,
    fee_limit_sats: 21,
    available_sats: 50_000,
    remaining_sats: 47_979,
    is_enough: true,
    is_internal: false,
  })
  expect(await shop.balance('main')).toEqual({ availableMsat: 50_000_000n, reservedMsat: 0n })
  expect(shop.node.sent).toEqual([])
})

test('an invoice without an amount, and an address, wait for one', async () => {
  const { paymentRequest } = shop.node.foreign({ amountMsat: null })
  expect(await preview(paymentRequest)).toMatchObject({ amount_msat: null, fee_limit_sats: null, remaining_sats: null, is_enough: true })
  expect(await preview(paymentRequest, { sats: 100 })).toMatchObject({ amount_sats: 100, fee_limit_sats: 10, amount_is_fixed: false })
  expect(await preview('Ada@Wallet.example')).toMatchObject({ kind: 'address', destination: 'ada@wallet.example', amount_msat: null })
  expect(await preview('ada@wallet.example', { sats: 5_000 })).toMatchObject({ amount_sats: 5_000, fee_limit_sats: 50, payment_hash: null })
})

test('more than the wallet has with the fee limit is not enough', async () => {
  const all = shop.node.foreign({ amountMsat: 50_000_000n })
  expect(await preview(all.paymentRequest)).toMatchObject({ remaining_sats: -500, is_enough: false })
})

test('an invoice of another wallet of the service costs no fee', async () => {
  const { paymentRequest } = await shop.invoice('other', 50_000)
  expect(await preview(paymentRequest)).toMatchObject({ is_internal: true, fee_limit_sats: 0, remaining_sats: 0, is_enough: true })
})

test('an address of this service costs no fee, so the whole balance is enough', async () => {
  const address = `ann@${new URL(shop.ctx.publicUrl).host}`
  expect(await preview(address, { sats: 50_000 })).toMatchObject({
    is_internal: true,
    fee_limit_sats: 0,
    remaining_sats: 0,
    is_enough: true,
  })
  expect(await preview(address)).toMatchObject({ kind: 'address', is_internal: true, amount_msat: null, is_enough: true })
})

test('what cannot be paid is refused as a send would refuse it', async () => {
  const expired = shop.node.foreign({ expiresAt: new Date(shop.ctx.clock.now().getTime() - 1_000) })
  const fixed = shop.node.foreign({ amountMsat: 1_000_000n })
  await expect(preview('no destination')).rejects.toMatchObject({
    message: expect.stringContaining('BOLT11 invoice or a Lightning Address'),
  })
  await expect(preview(expired.paymentRequest)).rejects.toMatchObject({ message: expect.stringContaining('has expired') })
  await expect(preview(fixed.paymentRequest, { sats: 999 })).rejects.toMatchObject({ code: 'INVALID_AMOUNT' })
  for (const amountMsat of [10_000_000_001n, 2n ** 62n])
    await expect(preview(shop.node.foreign({ amountMsat }).paymentRequest)).rejects.toMatchObject({ code: 'AMOUNT_TOO_LARGE' })
  await expect(preview('lnbcrt1qqqqqq')).rejects.toMatchObject({ message: expect.stringContaining('destination') })
  const stranger = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
  await expect(preview(fixed.paymentRequest, { actor: stranger })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an invoice that somebody else has signed for the hash of one of this service is refused', async () => {
  const { paymentHash } = await shop.invoice('other', 1_000)
  await expect(preview(shop.node.forge(paymentHash, { amountMsat: 1_000n }))).rejects.toThrow('is not that invoice')
})
