import { operatorName } from '@gateway/domain/accounts/operator'
import { TestModeNotServed } from '@gateway/domain/businesses/errors'
import { DuplicateReceipt } from '@gateway/domain/identity/errors'
import { lockEscrowFacts } from '@gateway/db/identity/party-queries'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseEscrow } from '../../escrows/decisions/release-escrow.ts'
import { openChain, type TestChain } from '../../testing/test-chain.ts'
import { storeMerchant } from '../../testing/test-context.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import {
  type KeyedDid,
  newDid,
  receiptsAbout,
  signedBy,
  storeParty,
  submit,
  type TestParty,
  writeReceipts,
} from '../../testing/test-identity.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { transaction } from '../../kernel/transaction.ts'
import { writeDueReceipts } from '../own-receipts/write-due-receipts.ts'
import { bindParty } from '../parties/bind-party.ts'
import { withdrawReceipt } from './withdraw-receipt.ts'

let shop: TestShop
let btc: TestChain
let ann: TestParty
let bob: TestParty
let eve: TestParty
beforeAll(async () => {
  shop = await openShop({}, 60)
  btc = await openChain(shop.ctx, 'BTC')
  ;[ann, bob, eve] = [await storeParty(shop.ctx), await storeParty(shop.ctx), await storeParty(shop.ctx)]
})
afterAll(() => closeShop(shop))

const { fund, payOut } = escrowsOf(() => ({ shop, btc }))
const all = ['depositor', 'beneficiary'] as const
type Role = (typeof all)[number]

interface Opened {
  readonly id: string
  readonly bind: (...roles: readonly Role[]) => Promise<void>
  readonly settle: () => Promise<void>
}

/** An escrow of Bob's that pays Ann. */
async function opened(): Promise<Opened> {
  const { escrow, tokens } = await openEscrow(shop)
  const { id } = escrow
  const tokenOf = { depositor: tokens.releaseToken, beneficiary: tokens.beneficiaryToken }
  const actorOf = { depositor: bob.actor, beneficiary: ann.actor }
  return {
    id,
    bind: async (...roles) => {
      for (const role of roles) await bindParty(shop.ctx, { id, token: tokenOf[role], address: ADDRESS, actor: actorOf[role] })
    },
    settle: async () => {
      await fund(escrow)
      await releaseEscrow(shop.ctx, { id, token: tokens.releaseToken, address: ADDRESS })
      await payOut(id)
      await writeReceipts(shop.ctx)
    },
  }
}

const db = () => tables(shop.ctx.orm.em.fork())
/** The version of the receipts about a DID, by which a reader knows that they have changed. */
const versionOf = async (did: TestParty['did']): Promise<bigint> =>
  BigInt((await db().selectFrom('receipt_version').select('version').where('did', '=', did).executeTakeFirstOrThrow()).version)

/** Ends when a transaction waits for a lock of receipts. */
async function somebodyWaits(): Promise<'waiting'> {
  const waiting = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'"
  while ((await shop.ctx.orm.em.fork().execute(waiting)).length === 0);
  return 'waiting'
}

/** One that has settled with these roles bound; by its row alone, which is all that receipts ask. */
async function settled(...roles: readonly Role[]): Promise<Opened> {
  const escrow = await opened()
  await escrow.bind(...roles)
  await settleRow(escrow.id)
  return escrow
}

async function settleRow(id: string): Promise<void> {
  const now = shop.ctx.clock.now()
  await sql`UPDATE escrow SET state = 'settled', settled_at = ${now}, updated_at = ${now} WHERE id = ${id}::uuid`.execute(db())
}

/** One whose beneficiary was bound after it had settled, so that the service writes no receipt about it. */
async function late(): Promise<Opened> {
  const escrow = await settled('depositor')
  await escrow.bind('beneficiary')
  return escrow
}

const task = (escrowId: string, more: object = {}) => ({
  escrow_id: escrowId,
  task_description: 'Two hundred posters',
  rating: 4,
  counterparty_did: ann.did,
  ...more,
})
const isVerified = async (id: string) => (await receiptsAbout(shop.ctx, ann.did)).find((receipt) => receipt.id === id)?.isVerified

describe('a task receipt', () => {
  test('counts between the two parties of a settled escrow, with the weight of its rating', async () => {
    const { id, bind, settle } = await opened()
    await bind(...all)
    await settle()
    const { receipt } = await submit(shop.ctx, bob.actor, task(id))
    expect(receipt).toMatchObject({ isVerified: true, base: 3.75, outcome: 'accepted', subjectDid: ann.did, counterpartyDid: bob.did })
    expect((await submit(shop.ctx, ann.actor, task(id, { counterparty_did: bob.did, rating: 1 }))).receipt).toMatchObject({
      isVerified: true,
      base: 0,
      outcome: 'rejected',
    })
  })

  test('is one for each escrow and author, of many at once too', async () => {
    const { id } = await settled(...all)
    const sent = await Promise.allSettled(
      Array.from({ length: 20 }, (_, at) => submit(shop.ctx, bob.actor, task(id, { rating: (at % 5) + 1 }))),
    )
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refusals.every((reason) => reason instanceof DuplicateReceipt)).toBe(true)
  })

  test.each<[string, () => Promise<{ id: string; by?: TestParty; more?: object }>]>([
    ['of an escrow that nobody has', async () => ({ id: randomUUID() })],
    ['of an escrow that has not settled', async () => opened().then(async ({ id, bind }) => (await bind(...all), { id }))],
    ['by a merchant that is no party', async () => ({ ...(await settled(...all)), by: eve })],
    ['about a DID that is no party', async () => ({ ...(await settled(...all)), more: { counterparty_did: eve.did } })],
    ['about a DID that no merchant owns', async () => ({ ...(await settled(...all)), more: { counterparty_did: newDid().did } })],
    ['about another DID of the other party', async () => ({ ...(await settled(...all)), more: { counterparty_did: ann.linked.did } })],
    ['about its author', async () => ({ ...(await settled(...all)), more: { counterparty_did: bob.did } })],
    ['before the other party is bound', async () => settled('depositor')],
    ['before its author is bound', async () => settled('beneficiary')],
  ])('%s is stored and does not count', async (_what, prepare) => {
    const { id, by = bob, more } = await prepare()
    expect((await submit(shop.ctx, by.actor, task(id, more))).receipt).toMatchObject({ isVerified: false })
  })

  test('counts once the other party is bound', async () => {
    const { id, bind } = await settled('depositor')
    const { receipt } = await submit(shop.ctx, bob.actor, task(id))
    expect(await isVerified(receipt.id)).toBe(false)
    await bind('beneficiary')
    expect(await isVerified(receipt.id)).toBe(true)
  })

  test('of an author without a DID never counts, for it would have an unknown counterparty; once it has one, it writes another', async () => {
    const { escrow, tokens } = await openEscrow(shop)
    const { id } = escrow
    const author = await storeMerchant(shop.ctx)
    const { receipt } = await submit(shop.ctx, author, task(id))
    expect(receipt).toMatchObject({ isVerified: false, counterpartyDid: null })
    await expect(submit(shop.ctx, author, task(id))).rejects.toThrow(DuplicateReceipt)
    const { did } = await storeParty(shop.ctx, author)
    const { receipt: again } = await submit(shop.ctx, author, task(id))
    expect(again).toMatchObject({ isVerified: false, counterpartyDid: did })
    await expect(submit(shop.ctx, author, task(id))).rejects.toThrow(DuplicateReceipt)
    const bind = (token: string, actor: TestParty['actor']) => bindParty(shop.ctx, { id, token, address: ADDRESS, actor })
    await bind(tokens.releaseToken, author)
    await bind(tokens.beneficiaryToken, ann.actor)
    await settleRow(id)
    await writeReceipts(shop.ctx)
    expect([await isVerified(receipt.id), await isVerified(again.id)]).toEqual([false, true])
  })

  test('counts once the escrow has settled', async () => {
    const { id, bind, settle } = await opened()
    await bind(...all)
    const { receipt } = await submit(shop.ctx, bob.actor, task(id))
    expect(await isVerified(receipt.id)).toBe(false)
    await settle()
    expect(await isVerified(receipt.id)).toBe(true)
  })

  test('counts whichever comes first of receipt and bindings that come at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, bind } = await settled()
      const [{ receipt }] = await Promise.all([submit(shop.ctx, bob.actor, task(id)), bind('depositor'), bind('beneficiary')])
      expect(await isVerified(receipt.id)).toBe(true)
    }
  })

  test('of a merchant that is no party waits for nobody who works on the escrow', async () => {
    const { id } = await settled(...all)
    await transaction(shop.ctx, async (em) => {
      expect(await lockEscrowFacts(em, { id })).toMatchObject({ id })
      expect((await submit(shop.ctx, eve.actor, task(id))).receipt).toMatchObject({ isVerified: false })
      const named = { receipt_id: randomUUID(), task_id: id, agent_did: eve.did, buyer_did: bob.did, outcome: 'accepted' }
      expect((await submit(shop.ctx, eve.actor, named)).receipt).toMatchObject({ isVerified: false })
    })
  })

  test('is judged again by the job after whoever works on the escrow', async () => {
    const { id, bind } = await opened()
    await bind(...all)
    await submit(shop.ctx, bob.actor, task(id))
    await settleRow(id)
    const { begun } = await transaction(shop.ctx, async (em) => {
      await lockEscrowFacts(em, { id })
      const begun = writeDueReceipts(shop.ctx)
      expect(await Promise.race([begun.then(() => 'done'), somebodyWaits()])).toBe('waiting')
      return { begun }
    })
    expect(await begun).toBeGreaterThan(0)
  })

  test('is refused to a test key', async () => {
    await expect(submit(shop.ctx, { ...bob.actor, mode: 'test' }, task(randomUUID()))).rejects.toThrow(TestModeNotServed)
  })
})

describe('a withdrawal', () => {
  test('lets a receipt count no more, once, and is in the audit log', async () => {
    const { id } = await settled(...all)
    const { receipt } = await submit(shop.ctx, bob.actor, task(id))
    const withdrawal = { id: receipt.id, reason: 'Written under duress', by: operatorName(eve.actor.merchantId) }
    const before = await versionOf(ann.did)
    await withdrawReceipt(shop.ctx, withdrawal)
    expect((await receiptsAbout(shop.ctx, ann.did)).find((one) => one.id === receipt.id)).toMatchObject({
      isVerified: true,
      withdrawnAt: shop.ctx.clock.now(),
    })
    expect(await versionOf(ann.did)).toBe(before + 1n)
    await expect(withdrawReceipt(shop.ctx, withdrawal)).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await expect(withdrawReceipt(shop.ctx, { ...withdrawal, id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const entries = await db()
      .selectFrom('audit_entry')
      .select(['action', 'actor', 'details'])
      .where('subjectId', '=', receipt.id)
      .execute()
    expect(entries).toEqual([{ action: 'receipt.withdraw', actor: withdrawal.by, details: { reason: 'Written under duress' } }])
  })
})

describe('an action receipt', () => {
  const body = (taskId: string, more: Readonly<Record<string, string>> = {}) => ({
    receipt_id: randomUUID(),
    task_id: taskId,
    agent_did: ann.did,
    buyer_did: bob.linked.did,
    action_category: 'economic.transaction',
    amount: '1000000.00',
    currency: 'USD',
    outcome: 'accepted',
    ...more,
  })
  const signed = (...of: Parameters<typeof body>) => signedBy(bob.linked.privateKey, body(...of))

  test('of a settled escrow counts when the buyer has signed it, with the amount of the escrow', async () => {
    const { id } = await late()
    const { receipt, isNew } = await submit(shop.ctx, ann.actor, signed(id))
    expect(isNew).toBe(true)
    expect(receipt).toMatchObject({
      isVerified: true,
      base: 10,
      amount: '0.01',
      currency: 'BTC',
      amountUsd: '600',
      counterpartyDid: bob.did,
    })
    expect((await submit(shop.ctx, ann.actor, signed(id, { agent_did: bob.did }))).receipt).toMatchObject({ isVerified: false })
  })

  test('counts when the buyer has signed what was sent, however that is spelled', async () => {
    const { id } = await late()
    const sent = signed(id.toUpperCase(), { receipt_id: randomUUID().toUpperCase(), outcome: 'accepted\n' })
    expect((await submit(shop.ctx, ann.actor, sent)).receipt).toMatchObject({ isVerified: true, escrowId: id, outcome: 'accepted' })
  })

  test('of no economic category counts without an escrow', async () => {
    const sent = signed(randomUUID(), { action_category: 'productivity.completion', amount: '5' })
    expect((await submit(shop.ctx, bob.actor, sent)).receipt).toMatchObject({ isVerified: true, base: 5, amount: '5', amountUsd: null })
  })

  test.each<[string, () => Promise<{ sent: Readonly<Record<string, unknown>>; by?: TestParty }>]>([
    ['without a signature', async () => ({ sent: body((await late()).id) })],
    ['signed by another key', async () => ({ sent: signedBy(eve.linked.privateKey, body((await late()).id)) })],
    ['with another amount than was signed', async () => ({ sent: { ...signed((await late()).id), amount: '2000000.00' } })],
    ['with the signature of another receipt', async () => ({ sent: { ...signed((await late()).id), receipt_id: randomUUID() } })],
    ['with another outcome than was signed', async () => ({ sent: { ...signed((await late()).id), outcome: 'rejected' } })],
    ['by a merchant that owns neither DID', async () => ({ sent: signed((await late()).id), by: eve })],
    ['about a DID that no merchant owns', async () => ({ sent: signed((await late()).id, { agent_did: newDid().did }), by: bob })],
    ['about a DID of the buyer', async () => ({ sent: signed((await late()).id, { agent_did: bob.did }), by: bob })],
    ['about the DID of the buyer itself', async () => ({ sent: signed(randomUUID(), { agent_did: bob.linked.did }), by: bob })],
    ['of an escrow of others', async () => ({ sent: signed((await late()).id, { agent_did: eve.did }), by: eve })],
    ['of an escrow that has not settled', async () => ({ sent: signed((await opened()).id) })],
    ['of an escrow whose other party is not bound', async () => ({ sent: signed((await settled('depositor')).id) })],
    ['of an escrow that nobody has', async () => ({ sent: signed(randomUUID()) })],
    ['of identity', async () => ({ sent: signed((await late()).id, { action_category: 'identity.verification' }) })],
    ['of a dispute', async () => ({ sent: signed((await late()).id, { action_category: 'economic.dispute', outcome: 'disputed' }) })],
    ['of compliance', async () => ({ sent: signed((await late()).id, { action_category: 'compliance.violation' }) })],
  ])('%s is stored and does not count', async (_what, prepare) => {
    const { sent, by = ann } = await prepare()
    expect((await submit(shop.ctx, by.actor, sent)).receipt).toMatchObject({ isVerified: false })
  })

  const linkOf = (merchantId: string, did: TestParty['did']) => {
    const at = shop.ctx.clock.now()
    const link = { id: randomUUID(), merchantId, did, isVerified: true, createdAt: at, verifiedAt: at }
    return db().insertInto('linked_did').values(link).execute()
  }
  const unlinked = (key: KeyedDid, taskId: string = randomUUID(), more = {}) =>
    signedBy(key.privateKey, body(taskId, { buyer_did: key.did, ...more }))

  test('has one counterparty, whichever of its DIDs the buyer signs with', async () => {
    const keys = [newDid(), newDid(), newDid()]
    for (const { did } of keys) await linkOf(bob.actor.merchantId, did)
    for (const key of keys) {
      const sent = unlinked(key, randomUUID(), { action_category: 'productivity.task' })
      expect((await submit(shop.ctx, ann.actor, sent)).receipt).toMatchObject({ isVerified: true, counterpartyDid: bob.did })
    }
  })

  test('of a buyer that has claimed no DID does not count', async () => {
    const key = newDid()
    await linkOf((await storeMerchant(shop.ctx)).merchantId, key.did)
    const sent = unlinked(key, randomUUID(), { action_category: 'productivity.task' })
    expect((await submit(shop.ctx, ann.actor, sent)).receipt).toMatchObject({ isVerified: false })
  })

  test('that names a DID before its owner has proven it never counts', async () => {
    const [key, { id, bind }] = [newDid(), await settled('depositor')]
    const { receipt } = await submit(shop.ctx, ann.actor, unlinked(key, id))
    await linkOf(bob.actor.merchantId, key.did)
    await bind('beneficiary')
    expect(await isVerified(receipt.id)).toBe(false)
  })

  test('of one escrow and agent counts once, whatever its economic category and whichever DID of the agent it names', async () => {
    const { id } = await late()
    const bodies = [{}, { action_category: 'economic.refund' }, { agent_did: ann.linked.did }, { outcome: 'rejected' }, {}]
    const sent = await Promise.all(bodies.map((more) => submit(shop.ctx, ann.actor, signed(id, more))))
    expect(sent.filter(({ receipt }) => receipt.isVerified)).toHaveLength(1)
  })

  test('of an escrow of which the service writes one about the agent does not count, neither before nor after that is written', async () => {
    const { id } = await settled(...all)
    const verdicts = async () => [
      (await submit(shop.ctx, ann.actor, signed(id))).receipt.isVerified,
      (await submit(shop.ctx, ann.actor, signed(id, { agent_did: ann.linked.did }))).receipt.isVerified,
    ]
    expect(await verdicts()).toEqual([false, false])
    await writeReceipts(shop.ctx)
    expect(await verdicts()).toEqual([false, false])
  })

  test('that is sent again stays one, and another one under its id is refused', async () => {
    const sent = signed((await late()).id)
    const [first, ...again] = await Promise.all(Array.from({ length: 10 }, () => submit(shop.ctx, ann.actor, sent)))
    expect([first, ...again].filter((one) => one?.isNew)).toHaveLength(1)
    expect(new Set([first, ...again].map((one) => one?.receipt.createdAt.getTime())).size).toBe(1)
    await expect(submit(shop.ctx, ann.actor, { ...sent, outcome: 'rejected' })).rejects.toThrow(DuplicateReceipt)
    await expect(submit(shop.ctx, ann.actor, { ...sent, signatures: {} })).rejects.toThrow(DuplicateReceipt)
  })
})
