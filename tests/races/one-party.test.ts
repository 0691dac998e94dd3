import { openOrm, type Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { workOnReceipts } from '@gateway/operations/identity/own-receipts/work-on-receipts'
import { findAlteredChains } from '@gateway/operations/identity/own-receipts/find-altered-chains'
import { bindParty } from '@gateway/operations/identity/parties/bind-party'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { ADDRESS, openEscrow } from '@gateway/operations/testing/test-escrows'
import { storeParty, submit, type TestParty, writeReceipts } from '@gateway/operations/testing/test-identity'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 4

let shop: TestShop
let orms: Orm[]
let parties: TestParty[]
beforeAll(async () => {
  shop = await openShop({}, rounds + APIS)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  orms = await Promise.all(Array.from({ length: APIS }, () => openOrm({ url, poolSize: 4 })))
  parties = await Promise.all(Array.from({ length: 3 }, () => storeParty(shop.ctx)))
})
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()))
  await closeShop(shop)
})

const db = () => tables(shop.ctx.orm.em.fork())
const bound = (escrowId: string) => db().selectFrom('escrow_party').selectAll().where('escrowId', '=', escrowId).orderBy('role').execute()
/** By its row alone, which is all that receipts ask. */
const settle = (id: string) =>
  shop.ctx.orm.em.fork().execute(`UPDATE escrow SET state = 'settled', updated_at = now(), settled_at = now() WHERE id = '${id}'`)
const written = (escrowId: string) => db().selectFrom('receipt').selectAll().where('escrowId', '=', escrowId).execute()

test('bindings, receipts, the settlement and the job at once bind one merchant to each role, and every receipt of both counts', async () => {
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  for (let round = 1; round <= rounds; round++) {
    const { escrow, tokens } = await openEscrow(shop)
    const { id } = escrow
    const apis = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
    const bind = (turn: number) => {
      const token = turn % 2 ? tokens.releaseToken : tokens.beneficiaryToken
      return bindParty(apis[turn % APIS] ?? shop.ctx, { id, token, address: ADDRESS, actor: parties[turn % 3]?.actor })
    }
    const rate = (author: TestParty, subject: TestParty) =>
      submit({ ...shop.ctx, orm: orms[round % APIS] ?? shop.ctx.orm }, author.actor, {
        escrow_id: id,
        task_description: 'Raced',
        rating: 5,
        counterparty_did: subject.did,
      }).catch(() => undefined)
    const pairs = parties.flatMap((one) => parties.filter((other) => other !== one).map((other) => [one, other] as const))
    await raceFrom({ url, table: 'escrow_party', waiting: 2 }, () =>
      Promise.all([
        ...Array.from({ length: 12 }, (_, turn) => bind(turn)),
        ...pairs.map(([one, other]) => rate(one, other)),
        settle(id),
        ...orms.map((orm) => workOnReceipts({ ...shop.ctx, orm })),
      ]),
    )
    shop.ctx.clock.advance(60_000)
    await writeReceipts(shop.ctx)
    const [beneficiary, depositor, ...more] = await bound(id)
    expect(more).toEqual([])
    expect(beneficiary?.merchantId).not.toBe(depositor?.merchantId)
    const receipts = await written(id)
    for (const receipt of receipts.filter(({ kind }) => kind === 'task')) {
      const isBetweenBoth = [beneficiary, depositor].some(
        (own) =>
          own?.merchantId === receipt.authorMerchantId &&
          [beneficiary, depositor].some((other) => other !== own && other?.did === receipt.subjectDid),
      )
      expect([receipt.id, receipt.isVerified]).toEqual([receipt.id, isBetweenBoth])
    }
    const own = receipts.filter(({ kind }) => kind === 'service').map(({ source }) => source)
    expect(new Set(own).size).toBe(own.length)
  }
  expect(await findAlteredChains(shop.ctx.orm.em.fork())).toEqual([])
  expect(await db().selectFrom('receipt_source').selectAll().execute()).toEqual([])
})
