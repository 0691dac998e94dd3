import { tables } from '@gateway/db/tables'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MerchantTokenRequired } from '../../accounts/auth/require-merchant.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { ADDRESS, openEscrow } from '../../testing/test-escrows.ts'
import { storeParty, submit, type TestParty } from '../../testing/test-identity.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { bindParty } from '../parties/bind-party.ts'
import { listParties } from './list-parties.ts'

let shop: TestShop
let ann: TestParty
let bob: TestParty
beforeAll(async () => {
  shop = await openShop()
  ;[ann, bob] = [await storeParty(shop.ctx), await storeParty(shop.ctx)]
})
afterAll(() => closeShop(shop))

const list = (actor = ann.actor, page = { limit: 50, offset: 0 }) => listParties(shop.ctx, { actor, page })

test('a merchant sees the escrows that it is a party of, with the other party once there is one, and what it has written', async () => {
  const { escrow, tokens } = await openEscrow(shop)
  await bindParty(shop.ctx, { id: escrow.id, token: tokens.beneficiaryToken, address: ADDRESS, actor: ann.actor })
  const own = { escrowId: escrow.id, rail: 'crypto', role: 'beneficiary', state: 'created', counterpartyDid: null, receiptId: null }
  expect(await list()).toMatchObject({ parties: [own], total: 1 })
  expect(await list(bob.actor)).toEqual({ parties: [], total: 0 })

  await bindParty(shop.ctx, { id: escrow.id, token: tokens.releaseToken, address: ADDRESS, actor: bob.actor })
  const written = { escrow_id: escrow.id, task_description: 'Posters', rating: 5, counterparty_did: ann.did }
  const { receipt } = await submit(shop.ctx, bob.actor, written)
  expect(await list()).toMatchObject({ parties: [{ ...own, counterpartyDid: bob.did }], total: 1 })
  expect(await list(bob.actor)).toMatchObject({
    parties: [{ role: 'depositor', counterpartyDid: ann.did, receiptId: receipt.id }],
    total: 1,
  })
})

test('what a party wrote before it had a DID leaves room for its receipt', async () => {
  const { escrow, tokens } = await openEscrow(shop)
  const { id } = escrow
  const author = await storeMerchant(shop.ctx)
  const written = { escrow_id: id, task_description: 'Posters', rating: 5, counterparty_did: bob.did }
  await submit(shop.ctx, author, written)
  await storeParty(shop.ctx, author)
  await bindParty(shop.ctx, { id, token: tokens.beneficiaryToken, address: ADDRESS, actor: author })
  expect(await list(author)).toMatchObject({ parties: [{ escrowId: id, receiptId: null }], total: 1 })
  const { receipt } = await submit(shop.ctx, author, written)
  const { parties } = await list(author)
  expect(parties.map(({ receiptId }) => receiptId)).toEqual([receipt.id])
})

test('escrows are paged, those bound last first; one of a card stands among them', async () => {
  const { merchantId } = ann.actor
  const bound = { id: randomUUID(), escrowId: randomUUID(), rail: 'card' as const, role: 'beneficiary' as const, merchantId, did: ann.did }
  shop.ctx.clock.advance(1_000)
  await tables(shop.ctx.orm.em.fork())
    .insertInto('escrow_party')
    .values({ ...bound, createdAt: shop.ctx.clock.now() })
    .execute()
  expect(await list(ann.actor, { limit: 1, offset: 0 })).toMatchObject({
    parties: [{ rail: 'card', boundAt: shop.ctx.clock.now() }],
    total: 2,
  })
  expect(await list(ann.actor, { limit: 1, offset: 1 })).toMatchObject({ parties: [{ rail: 'crypto' }], total: 2 })
})

test('an API key sees none of it', async () => {
  await expect(list({ ...ann.actor, kind: 'key' } as never)).rejects.toEqual(new MerchantTokenRequired())
})
