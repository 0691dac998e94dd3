import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { tables } from '@gateway/db/tables'
import { InsufficientBalance } from '@gateway/domain/lightning/errors'
import { IdempotencyMismatch } from '@gateway/domain/kernel/repeat'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSendRefusal } from '../lightning/lifecycle/refusal-error.ts'
import { resumeSend, sendLightning } from '../lightning/sends/send-lightning.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../testing/test-lightning.ts'
import { answerOnce, type Keep, storeShown } from './idempotency-keys.ts'

let shop: LightningShop
beforeAll(async () => {
  shop = await openLightningShop()
  await shop.enable('main')
  await shop.fund('main', 1_000)
})
afterAll(() => closeLightningShop(shop))

/** The process of the api dies while it waits. */
class Died extends Error {}

interface Shown {
  readonly state: string
}

const show = ({ state }: LightningPaymentEntity): Shown => ({ state })

async function send(sats: bigint, key: string, hear = shop.ctx.hear): Promise<Shown> {
  const wish = { walletId: 'main', destination: shop.node.foreign({ amountMsat: null }).paymentRequest, amountSats: sats * 1_000n }
  const first = async (keep?: Keep<Shown>) =>
    show(await sendLightning({ ...shop.ctx, hear }, { actor: shop.actor, wish, keep: keep && storeShown(keep, show) }))
  const asked = { caller: 'key', operation: 'send', key, body: { sats: String(sats) } }
  const resume = async (id: string) => show(await resumeSend(shop.ctx, { id }))
  return (await answerOnce(shop.ctx, asked, { first, resume, frees: isSendRefusal })).answer
}

test('a send that was refused after its caller was gone frees its key once it is repeated, and is paid by no later repeat', async () => {
  const died = () => {
    throw new Died()
  }
  await expect(send(5_000n, 'gone', died)).rejects.toBeInstanceOf(Died)
  await shop.work()
  await expect(send(500n, 'gone')).rejects.toBeInstanceOf(IdempotencyMismatch)
  await shop.fund('main', 10_000)
  await expect(send(5_000n, 'gone')).rejects.toBeInstanceOf(InsufficientBalance)
  expect(await send(500n, 'gone')).toMatchObject({ state: 'settled' })
  await shop.workAfter(60_000)
  const sent = await tables(shop.ctx.orm.em.fork())
    .selectFrom('lightning_payment')
    .select('amountMsat')
    .where('direction', '=', 'outgoing')
    .execute()
  expect(sent).toEqual([{ amountMsat: 500_000n }])
})
