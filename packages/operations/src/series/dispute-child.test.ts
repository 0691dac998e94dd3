import { tables } from '@gateway/db/tables'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openChain, type TestChain } from '../testing/test-chain.ts'
import { storeMerchant } from '../testing/test-context.ts'
import { escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { disputeChild } from './dispute-child.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const escrows = escrowsOf(() => ({ shop, btc }))
const { create } = seriesOf(() => shop)
const dispute = (named: { id: string; escrowId: string }, actor: Actor = shop.actor) =>
  disputeChild(shop.ctx, { actor, child: { ...named, reason: ' Sent back, and not refunded ' } })

/** A series, and its first escrow. */
async function open() {
  const { series, escrow } = await create()
  if (!escrow) throw new Error('no escrow was opened')
  return { escrow, named: { id: series.id, escrowId: escrow.id } }
}

test('a business disputes a funded escrow of its series as the beneficiary, once', async () => {
  const { escrow, named } = await open()
  await escrows.fund(escrow)
  expect(await dispute(named)).toMatchObject({ state: 'disputed', disputeReason: 'Sent back, and not refunded' })
  expect((await escrows.history(escrow.id)).at(-1)).toBe('beneficiary: disputed')
  const log = await tables(shop.ctx.orm.em.fork()).selectFrom('audit_entry').selectAll().where('action', '=', 'escrow.dispute').execute()
  expect(log).toMatchObject([{ actor: `merchant:${shop.actor.merchantId}`, subjectId: escrow.id, businessId: shop.businessId }])
  await expect(dispute(named)).rejects.toThrow(InvalidState)
})

test('an escrow that is not funded cannot be disputed', async () => {
  const { escrow, named } = await open()
  await expect(dispute(named)).rejects.toThrow(InvalidState)
  expect((await escrows.read(escrow.id)).state).toBe('created')
})

test('no other escrow is disputed so: neither one without a series, nor one of another merchant’s series', async () => {
  const { escrow, named } = await open()
  await escrows.fund(escrow)
  const { escrow: other } = await openEscrow(shop, { actor: shop.actor })
  await expect(dispute({ ...named, escrowId: other.id })).rejects.toThrow(NotFound)
  await expect(dispute(named, await storeMerchant(shop.ctx))).rejects.toThrow(NotFound)
  expect((await escrows.read(escrow.id)).state).toBe('funded')
})
