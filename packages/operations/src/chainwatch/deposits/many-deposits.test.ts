import { findDepositsOf } from '@gateway/db/chainwatch/deposit-queries'
import { lockPayments } from '@gateway/db/payments/queries'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { creditRevisions } from '../../ledger/credit-revisions.ts'
import { reverseTransfers } from '../../ledger/reverse-transfer.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await openShop({}, 0)))
afterAll(() => closeShop(shop))

/** More than the 65 535 parameters that a statement may have. */
const ids = Array.from({ length: 70_000 }, () => randomUUID())
const em = () => shop.ctx.orm.em.fork()

describe('more deposits than a statement has parameters', () => {
  test('finds the deposits and locks the payments of 70 000 ids', async () => {
    expect(await findDepositsOf(em(), { subject: 'payment', subjectIds: ids })).toEqual([])
    expect(await lockPayments(em(), ids)).toEqual([])
  })

  test('computes the credit revisions of 70 000 orphaned deposits', async () => {
    const revisionOf = await creditRevisions(
      em(),
      ids.map((id) => ({ id, reorged: true })),
    )
    expect(ids.every((id) => revisionOf(id) === 0)).toBe(true)
  })

  test('reverses the transfers of 70 000 references', async () => {
    const keys = ids.map((ref) => ({ ref, revision: 0 }))
    await reverseTransfers(em(), shop.ctx, { kind: 'deposit', keys, blockHash: 'b' })
    expect(await shop.book()).toEqual({})
  })
})
