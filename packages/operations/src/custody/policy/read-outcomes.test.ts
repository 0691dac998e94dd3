import { insertSettlement } from '@gateway/db/escrows/queries'
import type { SettlementEntity } from '@gateway/db/escrows/settlement.entity'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { sealToken } from '../evidence/party-tokens.ts'

let shop: TestShop
let btc: TestChain
beforeEach(async () => {
  shop = await openShop()
  btc = await openChain(shop.ctx, 'BTC')
})
afterEach(() => closeShop(shop))

const { fund, payOut, payouts, pass } = escrowsOf(() => ({ shop, btc }))
const keys = () => shop.ctx.partyTokenKeys

async function funded() {
  const { escrow, tokens } = await openEscrow(shop)
  await fund(escrow)
  return { id: escrow.id, ...tokens }
}

/** Does what a thief of the database can do: names an outcome that no party has chosen, and has it planned and tried. */
async function forge(escrowId: string, { outcome, actor, evidence }: Pick<SettlementEntity, 'outcome' | 'actor' | 'evidence'>) {
  const em = shop.ctx.orm.em.fork()
  await insertSettlement(em, { escrowId, outcome, actor, evidence, at: shop.ctx.clock.now() })
  const state = outcome === 'release' ? 'released' : 'refunded'
  await sql`UPDATE escrow SET state = ${state}, deadline_at = NULL WHERE id = ${escrowId}::uuid`.execute(tables(em))
  await payOut(escrowId)
  return payouts(escrowId)
}

const unpaid = (holdReason: string) => [{ state: 'held', holdReason }]

describe('an outcome that nobody has chosen', () => {
  test('a release with invented evidence is not signed', async () => {
    const { id } = await funded()
    expect(await forge(id, { outcome: 'release', actor: 'depositor', evidence: Buffer.alloc(80, 3) })).toMatchObject(
      unpaid('outcome_is_not_proven'),
    )
  })

  test('a release by the token of the beneficiary is not signed', async () => {
    const { id, beneficiaryToken: token } = await funded()
    const evidence = sealToken(keys(), { objectId: id, token })
    expect(await forge(id, { outcome: 'release', actor: 'depositor', evidence })).toMatchObject(unpaid('outcome_is_not_proven'))
  })

  test('a release by the evidence of another escrow is not signed', async () => {
    const [{ id }, other] = [await funded(), await funded()]
    const evidence = sealToken(keys(), { objectId: other.id, token: other.releaseToken })
    expect(await forge(id, { outcome: 'release', actor: 'depositor', evidence })).toMatchObject(unpaid('outcome_is_not_proven'))
  })

  test('a release that operators have not approved is not signed', async () => {
    const { id } = await funded()
    expect(await forge(id, { outcome: 'release', actor: 'arbiter', evidence: null })).toMatchObject(unpaid('outcome_is_not_due'))
  })

  test('a refund by the clock waits until the time has come by the clock of the signer', async () => {
    const { id } = await funded()
    expect(await forge(id, { outcome: 'refund', actor: 'system', evidence: null })).toMatchObject(unpaid('outcome_is_not_due'))
    await pass(24 + 72)
    await payOut(id)
    expect(await payouts(id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
  })
})
