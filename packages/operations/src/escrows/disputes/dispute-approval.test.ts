import { InvalidState } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { approveNamed } from '../../testing/test-approvals.ts'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { disputeEscrow } from '../decisions/dispute-escrow.ts'
import { disputeApprovalOf } from './dispute-approval.ts'
import { listDisputes } from './list-disputes.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { fund, payOut, payouts, history, read } = escrowsOf(() => ({ shop, btc }))
const ONE_BTC = 100_000_000n

/** A disputed escrow of a price in BTC at 60 000 USD. */
async function disputed(amount = 0.01, units = 1_000_000n): Promise<string> {
  const { escrow, tokens } = await openEscrow(shop, { amount })
  await fund(escrow, units)
  await disputeEscrow(shop.ctx, { id: escrow.id, token: tokens.beneficiaryToken, address: ADDRESS, reason: 'it is delivered' })
  return escrow.id
}

const decide = (escrowId: string, outcome: 'release' | 'refund', by: string) =>
  approveNamed(shop.ctx, disputeApprovalOf({ escrowId, outcome, resolution: 'as agreed' }), { by })

test.each(['release', 'refund'] as const)('one operator decides a small dispute for a %s, and the signer pays that', async (outcome) => {
  const id = await disputed()
  expect((await listDisputes(shop.ctx)).map(({ escrow, needed }) => [escrow.id, needed])).toEqual([[id, 1]])
  expect(await decide(id, outcome, 'anna')).toBe(0)
  expect(await listDisputes(shop.ctx)).toEqual([])
  expect(await payOut(id)).toMatchObject({ state: outcome === 'release' ? 'settled' : 'refunded', disputeResolution: 'as agreed' })
  expect(await payouts(id)).toMatchObject([{ purpose: `escrow_${outcome}`, state: 'final' }])
  expect((await history(id)).filter((entry) => entry.startsWith('arbiter'))).toEqual([
    'arbiter: dispute_resolved',
    `arbiter: ${outcome === 'release' ? 'released' : 'refunded'}`,
  ])
})

test('two operators decide a dispute of ten thousand dollars, and they must decide the same', async () => {
  const id = await disputed(1, ONE_BTC)
  expect(await decide(id, 'release', 'anna')).toBe(1)
  expect(await decide(id, 'release', 'anna')).toBe(1)
  expect(await decide(id, 'refund', 'ben')).toBe(1)
  expect(await read(id)).toMatchObject({ state: 'disputed' })
  expect((await listDisputes(shop.ctx))[0]?.approvedBy).toMatchObject({ release: [expect.any(String)], refund: [expect.any(String)] })
  expect(await decide(id, 'release', 'ben')).toBe(0)
  expect(await read(id)).toMatchObject({ state: 'released' })
})

test('a dispute is decided once', async () => {
  const id = await disputed()
  await decide(id, 'refund', 'anna')
  await expect(decide(id, 'release', 'ben')).rejects.toThrow(InvalidState)
})
