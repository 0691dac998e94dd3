import { RefundCardInput, ReleaseCardEscrowInput } from '@gateway/contract/cards/inputs'
import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paidCard } from '../testing/card-money.ts'
import { type CardShop, closeCardShop, openCardShop, workAll } from '../testing/test-cards.ts'
import { guardDecisions } from '../custody/decisions/guard-decisions.ts'
import { verifyDecisions } from '../custody/decisions/verify-decisions.ts'
import { listPauses } from '../custody/pauses/pause-payouts.ts'
import { acceptDispute } from './disputes/answer-dispute.ts'
import { releaseCardEscrow } from './escrows/release-card-escrow.ts'
import type { ProcessorContext } from './lifecycle/processor-context.ts'
import { refundCard } from './refunds/refund-card.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

let shop: CardShop
const logins: Orm[] = []
beforeAll(async () => {
  shop = await openCardShop()
  await shop.onboard()
})
afterAll(async () => {
  await Promise.all(logins.map((orm) => orm.close()))
  await closeCardShop(shop)
})

async function loginOf(role: 'api' | 'processor'): Promise<Orm> {
  const orm = await openOrm({ url: loginAs(role, String(shop.ctx.orm.config.get('clientUrl'))), poolSize: 4 })
  logins.push(orm)
  return orm
}

test('refunds, a release, a dispute and the end of a hold need no other rights than those of the api and of the processor’s role', async () => {
  const role: ProcessorContext = { ...shop.processor, orm: await loginOf('processor') }
  const api = { ...shop.ctx, orm: await loginOf('api'), hear: () => workAll(role) }
  const { actor } = shop
  const direct = await paidCard(shop, { amount: 2_500 })
  await refundCard(api, { actor, wish: RefundCardInput.parse({ payment_id: direct.id, amount: 1_000 }) })
  await workAll(role)
  expect((await shop.card(direct.id)).payment).toMatchObject({ refundedMinor: 1_000n, feeReturnedMinor: 10n })

  const held = await paidCard(shop, { amount: 2_500, escrow_mode: true })
  await releaseCardEscrow(api, { actor, wish: ReleaseCardEscrowInput.parse({ escrow_id: held.escrowId }) })
  await refundCard(api, { actor, wish: RefundCardInput.parse({ escrow_id: held.escrowId, amount: 1_000 }) })
  await workAll(role)
  expect((await shop.card(held.id)).escrow).toMatchObject({ state: 'partially_refunded', reversedMinor: 990n })

  const disputed = await paidCard(shop, { amount: 2_500, escrow_mode: true })
  const { id } = await shop.stripe.control.do('openDispute', { charge: disputed.chargeId ?? '' })
  await shop.tell({ type: 'charge.dispute.created', objectId: id })
  await workAll(role)
  shop.ctx.clock.advance(1)
  expect((await acceptDispute(api, { actor, name: id })).status).toBe('lost')

  const kept = await paidCard(shop, { amount: 2_500, escrow_mode: true })
  for (const day of [84, 91]) {
    shop.ctx.clock.set(new Date((kept.capturedAt?.getTime() ?? 0) + day * DAY_MS))
    await workAll(role)
  }
  expect((await shop.card(kept.id)).escrow).toMatchObject({ state: 'refunded', noticedAt: expect.any(Date) })
  await verifyDecisions(role)
  expect(await listPauses(shop.ctx)).toEqual([])
  role.sequence.recordAttempt(1_000n)
  await guardDecisions(role)()
  expect(await listPauses(shop.ctx)).toEqual([expect.objectContaining({ scope: 'cards', pausedBy: 'processor' })])
})
