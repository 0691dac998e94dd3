import { newKey } from '@gateway/chains/solana/test-chain'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerAddresses } from '../../../chainwatch/answer-addresses.ts'
import { refundOwners } from '../../../jobs/refund-owners.ts'
import { expirePayment } from '../../../payments/endings/expire-payment.ts'
import { claimRefund } from '../../../payments/refunds/claim-refund.ts'
import { offerRefund } from '../../../payments/refunds/offer-refund.ts'
import { planRefunds } from '../../../payments/refunds/plan-refunds.ts'
import { signDue } from '../../../testing/sign-forward.ts'
import { openSolanaShop, type SolanaShop } from '../../../testing/solana-shop.ts'
import { HOLD_HOURS } from '../../../testing/test-refunds.ts'
import { closeShop } from '../../../testing/test-shop.ts'
import { pinRefunds } from '../../pins/pin-refunds.ts'

let shop: SolanaShop
beforeEach(async () => void (shop = await openSolanaShop()))
afterEach(async () => {
  await shop.stop()
  await closeShop(shop)
})

const HOUR_MS = 60 * 60_000
const FEE = 5_000n

test('A refund takes all dust along: what came before it was planned, however much, and what came after', async () => {
  const payer = newKey().address
  const payment = await shop.ask({ amount: 60, blockchain: 'SOL' })
  const half = payment.dueUnits / 2n
  for (const lamports of [half, ...Array.from({ length: 11 }, () => 1n)]) await shop.chain.pay(payment.address, { lamports })
  await shop.settle()
  shop.ctx.clock.advance(15 * 60_000)
  await tables(shop.ctx.orm.em.fork()).updateTable('chain_cursor').set({ knownUntil: payment.expiresAt }).execute()
  await expirePayment(shop.ctx, { paymentId: payment.id })
  const { token } = await offerRefund(shop.ctx, { paymentId: payment.id, by: 'operator:anna', linkDays: 30 })
  await claimRefund(shop.ctx, refundOwners, { token, address: payer, holdHours: HOLD_HOURS, by: 'payer' })
  await pinRefunds(shop.signer)
  await answerAddresses(shop.ctx, shop.chain.node)
  await pinRefunds(shop.signer)
  shop.ctx.clock.advance(HOLD_HOURS * HOUR_MS)
  await planRefunds(shop.ctx)
  const legs = () => tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['state', 'units']).execute()
  expect(await legs()).toEqual([{ state: 'planned', units: half + 11n }])
  await shop.chain.pay(payment.address, { lamports: 1n })
  await shop.settle()
  expect(await signDue(shop.signer, 'SOL')).toBe(1)
  await shop.scan()
  await shop.settle()
  expect(await shop.chain.node.readCoins([payment.address, payer])).toEqual([0n, half + 12n - FEE])
  expect(await legs()).toEqual([{ state: 'final', units: half + 12n }])
  expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: half + 12n, refundedUnits: half + 12n })
  expect(await shop.untrue()).toEqual([])
})
