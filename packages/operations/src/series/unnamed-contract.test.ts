import { openSettlement } from '@gateway/chains/evm/escrow/test-settlement'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { sql } from 'kysely'
import { escrowView } from '@gateway/contract/escrows'
import { seriesChildView } from '@gateway/contract/series'
import { findUnpinnedEscrows, type UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import { tables } from '@gateway/db/tables'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { InvalidState } from '@gateway/domain/kernel/error'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { namingOf, sealToken } from '../custody/evidence/party-tokens.ts'
import { findEscrowRefusal } from '../custody/pins/checks/check-escrow.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { nameDepositor } from '../escrows/decisions/name-depositor.ts'
import { refundEscrow } from '../escrows/decisions/refund-escrow.ts'
import { getEscrow } from '../escrows/reading/get-escrow.ts'
import { listEscrows } from '../escrows/reading/list-escrows.ts'
import { advanceDue } from '../escrows/sweeps/advance-due.ts'
import { sweepEscrows } from '../escrows/sweeps/sweep-escrows.ts'
import { signDue } from '../testing/sign-forward.ts'
import { attemptsOf, openChain, type TestChain, tokens } from '../testing/test-chain.ts'
import { queuedEmails, tokenMailedFor } from '../testing/test-emails.ts'
import { ADDRESS, escrowsOf } from '../testing/test-escrows.ts'
import { seriesOf } from '../testing/test-series.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'

const depositor = '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1'
const beneficiary = '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0'
const other = '0x22d491Bde2303f2f43325b2108D26f1eAbA1e32b'
const UNITS = 600_000_000n
const HOUR_MS = 60 * 60 * 1_000
const WEEK = 7 * 24

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop()
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const { create, read: readSeries } = seriesOf(() => shop)
const { read, history, payouts } = escrowsOf(() => ({ shop, btc: eth }))
const db = () => tables(shop.ctx.orm.em.fork())

/** A child whose contract waits for its depositor, with the depositor's token. */
async function opened(terms = {}) {
  const asked = { coin: 'USDC_ETH', depositor_address: undefined, beneficiary_address: beneficiary, max_periods: 1, ...terms }
  const { series, escrow } = await create(asked)
  if (!escrow) throw new Error('no child')
  const token = await tokenMailedFor(escrow, shop.ctx, shop.ctx.webhookOpeningKey)
  return { series, id: escrow.id, token, address: ADDRESS }
}

type By = Omit<Awaited<ReturnType<typeof opened>>, 'series'>
const name = ({ id, token, address }: By, depositorAddress = depositor, ctx = shop.ctx) =>
  nameDepositor(ctx, { id, token, address, depositorAddress })

const termsOf = (id: string) => db().selectFrom('payout_terms').selectAll().where('subjectId', '=', id).orderBy('subject').execute()
const watched = (id: string) => db().selectFrom('watched_address').selectAll().where('subjectId', '=', id).execute()
const pass = async (hours: number): Promise<void> => {
  shop.ctx.clock.advance(hours * HOUR_MS)
  await eth.showMempool()
}

describe('a child in a coin of contracts whose depositor has no address', () => {
  test.each(['ETH', 'USDC_ETH'])('in %s is created without an address, terms and a watch', async (coin) => {
    const { id, series } = await opened({ coin })
    expect(await read(id)).toMatchObject({ state: 'created', address: null, contract: null, depositorAddress: null, payoutTermsId: null })
    expect([await termsOf(id), await watched(id)]).toEqual([[], []])
    const { children } = await readSeries(series.id)
    expect(children.map(seriesChildView.present)).toMatchObject([{ id, status: 'created', escrow_address: null }])
    const events = await db().selectFrom('event').select('type').where('objectId', '=', id).execute()
    expect(events).toEqual([{ type: 'escrow.created' }])
  })

  test('asks for the address in the first sentence of both e-mails', async () => {
    await opened()
    const emails = await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)
    const asking = emails.filter(({ text }) => /^First open the escrow and name your address for refunds/m.test(text))
    expect(asking.map(({ kind }) => kind)).toEqual(['escrow_opened', 'escrow_ending'])
    await create()
    const later = await queuedEmails(shop.ctx, shop.ctx.webhookOpeningKey)
    expect(later.filter(({ text }) => text.includes('First open the escrow'))).toHaveLength(2)
  })

  test('expires by the clock like any other, and can be named no more', async () => {
    const by = await opened()
    await pass(WEEK)
    await expect(name(by)).rejects.toThrow(InvalidState)
    await sweepEscrows(shop.ctx)
    await advanceDue(shop.ctx, { escrowId: by.id })
    expect(await read(by.id)).toMatchObject({ state: 'expired', address: null, depositorAddress: null })
    expect(await history(by.id)).toEqual(['system: created', 'system: expired'])
    await expect(name(by)).rejects.toMatchObject({ code: 'INVALID_STATE', details: { current: 'expired' } })
    expect(await shop.untrue()).toEqual([])
  })

  test('never loses what its address is, and has none without a contract', async () => {
    const by = await opened()
    const set = (change: string) => sql`UPDATE escrow SET ${sql.raw(change)} WHERE id = ${by.id}`.execute(db())
    const someTerms = `(SELECT payout_terms_id FROM escrow WHERE payout_terms_id IS NOT NULL LIMIT 1)`
    await create()
    await expect(set(`depositor_address = '${depositor}'`)).rejects.toThrow('violates check constraint')
    await expect(set(`address = 'x', payout_terms_id = ${someTerms}`)).rejects.toThrow('said once')
    await expect(set(`state = 'funded'`)).rejects.toThrow('violates check constraint')
    await name(by)
    for (const change of ['address = NULL, contract = NULL, payout_terms_id = NULL', `address = 'x'`, `contract = '{}'`])
      await expect(set(change)).rejects.toThrow('said once')
  })
})

describe('the depositor of a contract', () => {
  test('opens it by naming an address, is paid back there, and nothing waits for a hold', async () => {
    const by = await opened()
    const named = await name(by)
    const rail = shop.ctx.rails.get('ETH')
    if (!rail || !isEvmRail(rail) || !named.contract || named.address === null) throw new Error('no contract')
    expect(named).toMatchObject({
      state: 'created',
      depositorAddress: depositor,
      contract: { terms: { depositor, amount: String(UNITS) } },
    })
    expect(rail.escrows?.compute(named.contract.terms).address).toBe(named.address)
    expect(await read(by.id)).toEqual(named)
    expect(await watched(by.id)).toMatchObject([{ address: named.address.toLowerCase(), subject: 'escrow' }])
    const terms = await termsOf(by.id)
    expect(terms.map(({ subject, address }) => [subject, address])).toEqual(
      ['escrow', 'escrow_excess', 'escrow_refund'].map((subject) => [subject, named.address]),
    )
    const pins = await db().selectFrom('payout_terms_pin').select(['refused', 'usableAt']).execute()
    expect(pins).toEqual(terms.map(() => ({ refused: null, usableAt: null })))
    const audit = await db().selectFrom('audit_entry').select('details').where('action', '=', 'escrow.name_depositor').execute()
    expect(audit).toEqual([{ details: { address: depositor } }])
    expect(await history(by.id)).toEqual(['system: created'])

    await eth.mine({ transfers: [tokens(named.address, UNITS, { tx: 77 })] })
    await eth.mineEmpty(12)
    expect(await read(by.id)).toMatchObject({ state: 'funded' })
    await refundEscrow(shop.ctx, by)
    await advanceDue(shop.ctx, { escrowId: by.id })
    await signDue(shop.signer, 'ETH')
    await advanceHighWater(shop.signer)
    await eth.send()
    const [attempt] = await attemptsOf(shop.ctx)
    if (!attempt) throw new Error('nothing was signed')
    const signed = await openSettlement(rail, attempt.raw, named.address)
    expect(signed).toEqual({ outcome: 'refund', signer: shop.signer.keys.deciderAddress('ETH') })
    expect(await payouts(by.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'broadcast', holdReason: null }])
  })

  test('names it once: the same again is the same answer, another one is refused', async () => {
    const by = await opened()
    const named = await name(by)
    expect(await name(by, depositor.toLowerCase())).toEqual(named)
    await expect(name(by, other)).rejects.toThrow(InvalidState)
    await expect(name({ ...by, token: `esc_${'0'.repeat(64)}` })).rejects.toThrow(InvalidEscrowToken)
    expect(await termsOf(by.id)).toHaveLength(3)
  })

  test('one of two addresses that are named at once wins, and the other gets INVALID_STATE', async () => {
    const by = await opened()
    const answers = await Promise.allSettled([depositor, other, depositor].map((address) => name(by, address)))
    const escrow = await read(by.id)
    const told = answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value.depositorAddress : (answer.reason as InvalidState).code,
    )
    expect(told).toEqual([depositor, other, depositor].map((address) => (address === escrow.depositorAddress ? address : 'INVALID_STATE')))
    expect(await termsOf(by.id)).toHaveLength(3)
    expect(await watched(by.id)).toHaveLength(1)
  })

  test.each([
    ['nonsense', 'malformed'],
    [beneficiary, 'own_address'],
    ['0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb', 'own_address'],
    ['bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp', 'malformed'],
  ])('is not %s, and then nothing is named', async (text, fault) => {
    const by = await opened()
    const refused = await name(by, text).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(InvalidAddress)
    expect(refused).toMatchObject({ fault })
    expect(await read(by.id)).toMatchObject({ address: null, depositorAddress: null })
  })

  test('is not the contract of another escrow', async () => {
    const [by, mine] = [await opened(), await opened()]
    const { address } = await name(mine)
    await expect(name(by, address ?? '')).rejects.toThrow(InvalidAddress)
  })

  test('names nothing when its transaction fails', async () => {
    const by = await opened()
    await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full disk'; END $$`.execute(db())
    await sql`CREATE TRIGGER fail BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION fail()`.execute(db())
    await expect(name(by)).rejects.toThrow('full disk')
    expect(await read(by.id)).toMatchObject({ address: null, depositorAddress: null })
    expect([await termsOf(by.id), await watched(by.id)]).toEqual([[], []])
    await sql`DROP TRIGGER fail ON audit_entry`.execute(db())
    expect((await name(by)).address).not.toBeNull()
  })

  test('sees no address whose terms the signer refuses, and neither does anybody else', async () => {
    const by = await opened()
    const ctx = { ...shop.ctx, custody: { ...shop.ctx.custody, deciderAddresses: { ETH: other } }, awaitPin: refusing }
    await expect(name(by, depositor, ctx)).rejects.toMatchObject({ code: 'CHAIN_UNAVAILABLE' })
    const seen = await getEscrow(shop.ctx, { id: by.id, reader: { address: ADDRESS } })
    expect(escrowView.present(seen)).toMatchObject({ escrow_address: null, contract: null, depositor_address: depositor })
    const { escrows } = await listEscrows(shop.ctx, { actor: shop.actor, filter: { limit: 20, offset: 0, status: undefined } })
    expect(escrows.map(({ address }) => address)).toEqual([null])
    const { children } = await readSeries(by.series.id)
    expect(children.map(({ address }) => address)).toEqual([null])
  })
})

describe('the signer of a contract whose depositor was named later', () => {
  test.each<[string, (escrowId: string, token: string) => Buffer | undefined]>([
    ['no evidence', () => undefined],
    ['invented evidence', () => Buffer.alloc(90, 7)],
    ['evidence of a decision', (id, token) => sealed(id, token)],
    ['evidence for another address', (escrowId, token) => sealed(namingOf({ escrowId, address: other }), token)],
    ['another token', (escrowId) => sealed(namingOf({ escrowId, address: depositor }), `esc_${'e7'.repeat(32)}`)],
  ])('refuses all its terms with %s', async (_what, evidenceOf) => {
    const by = await opened()
    await name(by, depositor, { ...shop.ctx, awaitPin: async () => 'missing' })
    const unpinned = await findUnpinnedEscrows(shop.ctx.orm.em.fork(), { since: new Date(0), chains: ['ETH'], limit: 10, except: [] })
    const rail = shop.ctx.rails.get('ETH')
    if (!rail) throw new Error('no Ethereum')
    const payees = { areKnown: true, areOurs: false, areWallets: true }
    const refusals = (change: (commit: Terms) => Terms) =>
      unpinned.map((one) => findEscrowRefusal(shop.signer, rail, { ...one, payees, commit: change(one.commit) }))
    expect(refusals((commit) => commit)).toEqual([undefined, undefined, undefined])
    const naming = evidenceOf(by.id, by.token)?.toString('base64')
    expect(refusals((commit) => withNaming(commit, naming))).toEqual(Array(3).fill('depositor_was_not_named'))
  })
})

type Terms = UnpinnedEscrow['commit']
const sealed = (objectId: string, token: string) => sealToken(shop.ctx.partyTokenKeys, { objectId, token })

function withNaming(commit: Terms, naming: string | undefined): Terms {
  const { naming: _honest, ...rest } = commit.conditions ?? { amountUnits: '', tokenHash: '', expiresAt: '' }
  return Object.assign(Object.create(commit), { conditions: { ...rest, ...(naming !== undefined && { naming }) } })
}

/** Lets the signer look, and tells its refusal. */
async function refusing(payoutTermsId: string) {
  await shop.ctx.awaitPin(payoutTermsId)
  const { refused } = await db()
    .selectFrom('payout_terms_pin')
    .select('refused')
    .where('payoutTermsId', '=', payoutTermsId)
    .executeTakeFirstOrThrow()
  return refused === null ? 'pinned' : 'refused'
}
