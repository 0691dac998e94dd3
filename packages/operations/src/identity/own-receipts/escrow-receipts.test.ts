import { chainReceipt, findUnchained, lockHead, moveHead } from '@gateway/db/identity/receipts/chain-queries'
import { listUnverified, verifyReceipt, withdrawReceiptRow } from '@gateway/db/identity/receipts/submitted-queries'
import { findReceiptVersions } from '@gateway/db/identity/reputation-queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disputeApprovalOf } from '../../escrows/disputes/dispute-approval.ts'
import { disputeEscrow } from '../../escrows/decisions/dispute-escrow.ts'
import { refundEscrow } from '../../escrows/decisions/refund-escrow.ts'
import { releaseEscrow } from '../../escrows/decisions/release-escrow.ts'
import { approveNamed } from '../../testing/test-approvals.ts'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { receiptsAbout, storeParty, type TestParty, writeReceipts } from '../../testing/test-identity.ts'
import { storeReceipts } from '../../testing/test-receipt-rows.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { transaction } from '../../kernel/transaction.ts'
import { bindParty } from '../parties/bind-party.ts'
import { chainReceipts, digestOf } from './chain-receipts.ts'
import { findAlteredChains } from './find-altered-chains.ts'
import { writeDueReceipts } from './write-due-receipts.ts'

let shop: TestShop
let btc: TestChain
beforeAll(async () => {
  shop = await openShop({}, 60)
  btc = await openChain(shop.ctx, 'BTC')
})
afterAll(() => closeShop(shop))

const { fund, payOut } = escrowsOf(() => ({ shop, btc }))
const db = () => tables(shop.ctx.orm.em.fork())
const newParty = (): Promise<TestParty> => storeParty(shop.ctx)
const about = async ({ did }: TestParty) =>
  (await receiptsAbout(shop.ctx, did)).map(({ category, actionType, counterpartyDid, amount, currency, usdCents, weightHundredths }) => ({
    category,
    actionType,
    counterpartyDid,
    amount,
    currency,
    usdCents,
    weightHundredths,
  }))

/** A funded escrow of two new parties, of which those that are named are bound. */
async function funded(...bound: readonly ('depositor' | 'beneficiary')[]) {
  const { escrow, tokens } = await openEscrow(shop)
  const parties = { depositor: await newParty(), beneficiary: await newParty() }
  const tokenOf = { depositor: tokens.releaseToken, beneficiary: tokens.beneficiaryToken }
  const by = (role: 'depositor' | 'beneficiary') => ({ id: escrow.id, token: tokenOf[role], address: ADDRESS })
  const bind = (role: 'depositor' | 'beneficiary') => bindParty(shop.ctx, { ...by(role), actor: parties[role].actor })
  for (const role of bound) await bind(role)
  await fund(escrow)
  return { id: escrow.id, ...parties, by, bind }
}
type Funded = Awaited<ReturnType<typeof funded>>

async function settle({ id, by }: Pick<Funded, 'id' | 'by'>): Promise<void> {
  await releaseEscrow(shop.ctx, by('depositor'))
  expect(await payOut(id)).toMatchObject({ state: 'settled' })
}

describe('an escrow that settles', () => {
  test('gives each party that is bound a receipt, with the other one as its counterparty', async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await settle(escrow)
    expect(await about(escrow.depositor)).toEqual([])
    await writeReceipts(shop.ctx)
    const shared = { category: 'economic.transaction', actionType: 'escrow_settled', amount: '0.01', currency: 'BTC', usdCents: 60_000n }
    expect(await about(escrow.depositor)).toEqual([{ ...shared, weightHundredths: 1_000, counterpartyDid: escrow.beneficiary.did }])
    expect(await about(escrow.beneficiary)).toEqual([{ ...shared, weightHundredths: 1_000, counterpartyDid: escrow.depositor.did }])
  })

  test('asks the issuer for one credential of each party', async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await settle(escrow)
    await writeReceipts(shop.ctx)
    const asked = await db().selectFrom('issuer_request').select(['kind', 'merchantId', 'wanted']).execute()
    const wanted = { kind: 'settlement', escrowId: escrow.id, amount: '0.01', currency: 'BTC', settledAt: expect.any(String) }
    const own = asked.filter((request) => 'escrowId' in request.wanted && request.wanted.escrowId === escrow.id)
    expect(own.toSorted((a) => (JSON.stringify(a.wanted).includes('beneficiary') ? -1 : 1))).toEqual(
      (['beneficiary', 'depositor'] as const).map((role) => ({
        kind: 'settlement',
        merchantId: escrow[role].actor.merchantId,
        wanted: { ...wanted, role, did: escrow[role].did },
      })),
    )
  })

  test('gives none to a party that is bound later, and its counterparty stays unknown', async () => {
    const escrow = await funded('depositor')
    await settle(escrow)
    await escrow.bind('beneficiary')
    await writeReceipts(shop.ctx)
    expect(await about(escrow.depositor)).toMatchObject([{ counterpartyDid: null }])
    expect(await about(escrow.beneficiary)).toEqual([])
  })

  test('leaves nothing to do where nobody is bound', async () => {
    await settle(await funded())
    expect(await db().selectFrom('receipt_source').selectAll().execute()).toEqual([])
  })

  test('gives one receipt to each, however many jobs write at once and whatever crashes', async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await settle(escrow)
    const uuid = () => {
      throw new Error('killed before its commit')
    }
    expect(await writeDueReceipts({ ...shop.ctx, ids: { ...shop.ctx.ids, uuid } })).toBe(0)
    expect([...(await about(escrow.depositor)), ...(await about(escrow.beneficiary))]).toEqual([])
    shop.ctx.clock.advance(60_000)
    await Promise.all(Array.from({ length: 5 }, () => writeDueReceipts(shop.ctx)))
    await Promise.all(Array.from({ length: 5 }, () => chainReceipts(shop.ctx)))
    await writeReceipts(shop.ctx)
    for (const party of [escrow.depositor, escrow.beneficiary]) expect(await about(party)).toHaveLength(1)
    expect(await db().selectFrom('receipt_source').selectAll().execute()).toEqual([])
  })

  test('gives no second receipt when its fact is told again', async () => {
    const escrow = await funded('depositor')
    await settle(escrow)
    await writeReceipts(shop.ctx)
    await sql`INSERT INTO receipt_source (kind, object_id, subject_did, happened_at)
      VALUES ('settlement', ${escrow.id}::uuid, ${escrow.depositor.did}, now())`.execute(db())
    await writeReceipts(shop.ctx)
    expect(await about(escrow.depositor)).toHaveLength(1)
  })
})

describe('a fact of which no receipt can be written', () => {
  test('is put off and keeps no other one back', async () => {
    const broken = '00000000-0000-4000-8000-00000000dead'
    await sql`INSERT INTO receipt_source (kind, object_id, subject_did, happened_at) VALUES ('settlement', ${broken}::uuid, 'did:key:x', now())`.execute(
      db(),
    )
    const escrow = await funded('depositor')
    await settle(escrow)
    await writeReceipts(shop.ctx)
    expect(await about(escrow.depositor)).toHaveLength(1)
    expect(await db().selectFrom('receipt_source').select('objectId').execute()).toEqual([{ objectId: broken }])
    await sql`DELETE FROM receipt_source`.execute(db())
  })
})

describe('a dispute', () => {
  const dispute = ({ by }: Funded) => disputeEscrow(shop.ctx, { ...by('beneficiary'), reason: 'it is delivered' })

  test.each([
    ['release', 'depositor', 'beneficiary'],
    ['refund', 'beneficiary', 'depositor'],
  ] as const)('that operators decide for a %s gives the %s a receipt that costs', async (outcome, loser, winner) => {
    const escrow = await funded('depositor', 'beneficiary')
    await dispute(escrow)
    await approveNamed(shop.ctx, disputeApprovalOf({ escrowId: escrow.id, outcome, resolution: 'as agreed' }), { by: 'anna' })
    await writeReceipts(shop.ctx)
    expect(await about(escrow[loser])).toMatchObject([
      { category: 'economic.dispute', weightHundredths: -1_200, counterpartyDid: escrow[winner].did, usdCents: null },
    ])
    expect(await about(escrow[winner])).toEqual([])
  })

  test('that its depositor ends by a release is decided against nobody', async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await dispute(escrow)
    await releaseEscrow(shop.ctx, escrow.by('depositor'))
    await writeReceipts(shop.ctx)
    expect([...(await about(escrow.depositor)), ...(await about(escrow.beneficiary))]).toEqual([])
  })

  test('that never was gives no receipt of a refund', async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await refundEscrow(shop.ctx, escrow.by('depositor'))
    await payOut(escrow.id)
    await writeReceipts(shop.ctx)
    expect([...(await about(escrow.depositor)), ...(await about(escrow.beneficiary))]).toEqual([])
  })
})

describe('the chain of a DID', () => {
  const look = () => findAlteredChains(shop.ctx.orm.em.fork())
  let did: string

  beforeAll(async () => {
    const escrow = await funded('depositor', 'beneficiary')
    await disputeEscrow(shop.ctx, { ...escrow.by('beneficiary'), reason: 'it is delivered' })
    await approveNamed(shop.ctx, disputeApprovalOf({ escrowId: escrow.id, outcome: 'release', resolution: 'as agreed' }), { by: 'anna' })
    await payOut(escrow.id)
    await writeReceipts(shop.ctx)
    did = escrow.depositor.did
  })

  test('holds every receipt in order, and is whole', async () => {
    const receipts = await receiptsAbout(shop.ctx, did as TestParty['did'])
    expect(receipts.map(({ sequence }) => Number(sequence))).toEqual([1, 2])
    expect(receipts[0]?.previousDigest).toBeNull()
    expect(receipts[1]?.previousDigest).toEqual(receipts[0]?.digest)
    expect(await look()).toEqual([])
  })

  test('waits for no more than those whose receipts are older, whatever they are called', async () => {
    const em = shop.ctx.orm.em.fork()
    await writeReceipts(shop.ctx)
    const first = await newParty()
    await storeReceipts(shop.ctx, first.did, {})
    shop.ctx.clock.advance(1)
    for (const name of ['1', '2', '3']) await storeReceipts(shop.ctx, `did:a:${name}` as TestParty['did'], {})
    expect(await findUnchained(em, { limit: 2, except: [] })).toEqual([first.did, 'did:a:1'])
    expect(await findUnchained(em, { limit: 2, except: [first.did] })).toEqual(['did:a:1', 'did:a:2'])
    await writeReceipts(shop.ctx)
    expect(await findUnchained(em, { limit: 2, except: [] })).toEqual([])
  })

  test('and its receipts are never changed, not even by the owner of the tables', async () => {
    for (const change of [
      "outcome = 'rejected'",
      'weight_hundredths = 1',
      'sequence = 9',
      'digest = previous_digest',
      'created_at = now()',
    ])
      await expect(sql`UPDATE receipt SET ${sql.raw(change)} WHERE subject_did = ${did}`.execute(db())).rejects.toThrow('is said once')
    await expect(sql`DELETE FROM receipt`.execute(db())).rejects.toThrow('append-only')
  })

  test.each([
    ['another outcome', "UPDATE receipt SET outcome = 'rejected'", 'a receipt was changed or removed'],
    ['another weight', 'UPDATE receipt SET weight_hundredths = 0', 'a receipt has another weight'],
    ['a receipt less', 'DELETE FROM receipt', 'a receipt was changed or removed'],
    ['no receipts', 'DELETE FROM receipt /* all */', 'its end is missing'],
  ])('with %s is found, also when the triggers of the database are bypassed', async (_what, tampering, problem) => {
    const which = tampering.includes('all') ? sql`subject_did = ${did}` : sql`subject_did = ${did} AND sequence = 1`
    const rolledBack = shop.ctx.orm.em.fork().transactional(async (em) => {
      await sql`ALTER TABLE receipt DISABLE TRIGGER USER`.execute(tables(em))
      await sql`${sql.raw(tampering)} WHERE ${which}`.execute(tables(em))
      expect(await findAlteredChains(em)).toEqual([{ did, problem }])
      throw new Error('undone')
    })
    await expect(rolledBack).rejects.toThrow('undone')
  })
})

describe('the version of the receipts of a DID', () => {
  const versionOf = async ({ did }: TestParty): Promise<number> =>
    Number((await findReceiptVersions(shop.ctx.orm.em.fork(), { dids: [did] }))[0])

  test('rises when others count than before, and by nothing else', async () => {
    const party = await newParty()
    const [stored] = await storeReceipts(shop.ctx, party.did, { isVerified: false })
    if (!stored) throw new Error('no receipt was stored')
    expect(await versionOf(party)).toBe(0)
    await writeReceipts(shop.ctx)
    expect(await versionOf(party)).toBe(0)
    await verifyReceipt(shop.ctx.orm.em.fork(), stored)
    expect(await versionOf(party)).toBe(1)
    await storeReceipts(shop.ctx, party.did, {})
    expect(await versionOf(party)).toBe(2)
    await writeReceipts(shop.ctx)
    expect(await versionOf(party)).toBe(2)
    await withdrawReceiptRow(shop.ctx.orm.em.fork(), { id: stored.id, at: shop.ctx.clock.now() })
    expect(await versionOf(party)).toBe(3)
  })

  test('is no part of its chain, so that a receipt counts while a job appends it', async () => {
    const { did } = await newParty()
    const [stored] = await storeReceipts(shop.ctx, did, { isVerified: false })
    if (!stored) throw new Error('no receipt was stored')
    await transaction(shop.ctx, async (em) => {
      expect(await lockHead(em, { did })).toMatchObject({ did })
      await transaction(shop.ctx, (other) => verifyReceipt(other, stored))
      await chainReceipt(em, {
        id: stored.id,
        sequence: 1n,
        previousDigest: null,
        digest: digestOf(stored, { sequence: 1n, previousDigest: null }),
      })
      await moveHead(em, { did, length: 1n, digest: digestOf(stored, { sequence: 1n, previousDigest: null }) })
    })
    expect(await receiptsAbout(shop.ctx, did)).toMatchObject([{ isVerified: true, sequence: 1n }])
  })

  test('is counted in one order, whichever receipts are judged again', async () => {
    const [one, other] = [await newParty(), await newParty()]
    const escrowId = shop.ctx.ids.uuid()
    for (const { did } of [one, other, one]) await storeReceipts(shop.ctx, did, { isVerified: false, escrowId })
    const subjects = (await listUnverified(shop.ctx.orm.em.fork(), { escrowId })).map(({ subjectDid }) => subjectDid)
    expect(subjects).toEqual([one.did, one.did, other.did].toSorted())
  })
})
