import { UpdateBusinessInput } from '@gateway/contract/businesses'
import { BEGINNING } from '@gateway/db/kernel/page'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { updateBusiness } from '../../businesses/update-business.ts'
import type { LogFields } from '../../kernel/log.ts'
import { signForward } from '../../testing/sign-forward.ts'
import { attemptsOf, openChain, output } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../testing/test-shop.ts'
import { pinTerms } from './pin-terms.ts'
import { pinWallets } from './pin-wallets.ts'
import { openAllKeys } from '../keys/seed-generations.ts'

const OTHER = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const OTHER_BTC = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let shop: TestShop
/** A shop whose signer pins nothing until a test asks. */
beforeEach(async () => void (shop = await openShop({ awaitPin: () => Promise.resolve('missing') }, 10)))
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const pin = (changes: object = {}) => pinTerms({ ...shop.signer, ...changes }, { since: new Date(0) })
const pins = () => db().selectFrom('payout_terms_pin').select(['payoutTermsId', 'refused', 'mac']).execute()
const ask = (blockchain: 'BTC' | 'ETH' | 'USDC_ETH' = 'ETH') => shop.ask({ amount: 60, blockchain })
const tamper = (statement: string) =>
  shop.ctx.orm.em
    .fork()
    .getConnection()
    .execute(`ALTER TABLE payout_terms DISABLE TRIGGER ALL; ${statement}; ALTER TABLE payout_terms ENABLE TRIGGER ALL`)
const setWallet = (address: string) =>
  updateBusiness(shop.ctx, {
    actor: shop.actor,
    changes: UpdateBusinessInput.parse({ id: shop.businessId, wallet_addresses: { ETH: address } }),
  })

describe('a new payment', () => {
  test('pins a payment once on each kind of address, with a MAC', async () => {
    for (const asset of ['BTC', 'ETH', 'USDC_ETH'] as const) await ask(asset)
    expect(await pin()).toMatchObject({ looked: 3, refused: 0 })
    expect(await pin()).toMatchObject({ looked: 0 })
    expect((await pins()).map(({ refused, mac }) => [refused, mac?.length])).toEqual([1, 2, 3].map(() => [null, 32]))
  })

  test('finds unpinned payments page by page and skips pinned ones', async () => {
    for (let n = 0; n < 3; n++) await ask()
    const { looked, last } = await pinTerms(shop.signer, { after: BEGINNING })
    expect(looked).toBe(3)
    expect(await pinTerms(shop.signer, { after: last ?? '' })).toEqual({ looked: 0, refused: 0, isFull: false, last: undefined })
  })

  test('pins commits by id and ignores unknown ids', async () => {
    for (let n = 0; n < 2; n++) await ask()
    const [named] = await db().selectFrom('payout_terms').select('id').orderBy('id').execute()
    const ids = [named?.id ?? '', randomUUID()]
    expect(await pinTerms(shop.signer, { ids })).toMatchObject({ looked: 1, refused: 0 })
    expect((await pins()).map(({ payoutTermsId }) => payoutTermsId)).toEqual([named?.id])
    expect(await pinTerms(shop.signer, { ids })).toMatchObject({ looked: 0 })
  })

  test('concurrent signers make one pin per payment', async () => {
    for (let n = 0; n < 5; n++) await ask()
    await Promise.all([1, 2, 3].map(() => pin()))
    expect(await pins()).toHaveLength(5)
  })

  test('a payment created during a seed rotation is pinned with its older pool address', async () => {
    await ask('BTC')
    const seeds = [7, 8].map((filling, generation) => ({ generation, entropy: Buffer.alloc(32, filling) }))
    await pin({ keys: openAllKeys(seeds, shop.ctx.rails) })
    expect(await pins()).toMatchObject([{ refused: null }])
  })

  test('an unpinned payout is held and signed once it is pinned', async () => {
    const btc = await openChain(shop.ctx, 'BTC')
    const payment = await ask('BTC')
    await btc.mine({ transfers: [output(payment.address, payment.dueUnits, { tx: 1 })] })
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('unpinned')
    await pin()
    await signForward(shop.signer, { paymentId: payment.id })
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
  })
})

describe('a refusal to pin', () => {
  test.each([
    [
      'a merchant address that is no wallet of the business',
      `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"${OTHER_BTC}"')`,
      'wallet_was_not_pinned',
    ],
    [
      'a foreign platform address',
      `UPDATE payout_terms SET recipients = jsonb_set(recipients, '{1,address}', '"${wallets.merchant.BTC}"')`,
      'platform_address_differs',
    ],
    [
      'an additional recipient',
      `UPDATE payout_terms SET recipients = recipients || '[{"role":"merchant","address":"x"}]'`,
      'recipients_are_not_merchant_and_platform',
    ],
    ['a fee that differs from the payment', 'UPDATE payout_terms SET fee_bps = 900', 'commit_differs_from_payment'],
    ['an address that differs from the payment', `UPDATE payout_terms SET address = 'x'`, 'commit_differs_from_payment'],
    ['a malformed payout_terms', `UPDATE payout_terms SET recipients = '7', source = 'null'`, 'commit_differs_from_payment'],
    [
      'a key index that does not give the address',
      `UPDATE payout_terms SET source = jsonb_set(source, '{idx}', '9')`,
      'address_does_not_follow',
    ],
    [
      'a source that does not exist',
      `UPDATE payout_terms SET source = '{"kind":"create2","factory":"a","initHash":"b","salt":"c"}'`,
      'address_does_not_follow',
    ],
  ])('refuses for ever %s', async (_what, statement, refusal) => {
    const before = await ask('BTC').then(() => db().selectFrom('payout_terms').selectAll().executeTakeFirstOrThrow())
    await tamper(statement)
    const alarms: LogFields[] = []
    await pin({ log: { ...shop.signer.log, error: (fields: LogFields) => void alarms.push(fields) } })
    expect(await pins()).toMatchObject([{ refused: refusal, mac: null }])
    expect(alarms).toMatchObject([{ alarm: 'pin_refused', reason: refusal }])
    const { recipients, source, address, feeBps } = before
    await tamper(
      `UPDATE payout_terms SET recipients = '${JSON.stringify(recipients)}', source = '${JSON.stringify(source)}', address = '${address}', fee_bps = ${feeBps}`,
    )
    expect(await pin()).toMatchObject({ looked: 0 })
  })

  test('refuses a pool address that the signer did not sign', async () => {
    await ask('BTC')
    await sql`UPDATE address_pool SET sig = sha512('x')`.execute(db())
    await pin()
    expect(await pins()).toMatchObject([{ refused: 'address_does_not_follow' }])
  })

  test('refuses a deposit contract whose terms do not give its address', async () => {
    await ask('ETH')
    await tamper(`UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"${OTHER}"')`)
    await setWallet(OTHER)
    await pin()
    expect(await pins()).toMatchObject([{ refused: 'address_does_not_follow' }])
    await tamper(`UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"${wallets.merchant.ETH}"')`)
  })
})

describe('a change of wallet', () => {
  test('a wallet change applies to later payments only, and earlier ones are still pinned', async () => {
    await ask()
    await setWallet(OTHER)
    await ask()
    expect(await pin()).toMatchObject({ looked: 2, refused: 0 })
    const rows = await db()
      .selectFrom('wallet_version')
      .select(['asset', 'address'])
      .where('asset', '=', 'ETH')
      .orderBy('position')
      .execute()
    expect(rows.map(({ address }) => address)).toEqual([wallets.merchant.ETH, OTHER])
  })

  test('a payment to a wallet that was replaced a day ago is refused', async () => {
    await pin()
    const payment = await ask()
    await setWallet(OTHER)
    await pin()
    expect(await pins()).toMatchObject([{ refused: null }])
    shop.ctx.clock.advance(24 * 60 * 60 * 1_000)
    const later = await shop.ask({ amount: 60, blockchain: 'ETH' })
    await tamper(
      `UPDATE payout_terms SET recipients = (SELECT recipients FROM payout_terms WHERE subject_id = '${payment.id}') WHERE subject_id = '${later.id}'`,
    )
    await pin()
    expect((await pins()).map(({ refused }) => refused)).toEqual([null, 'wallet_was_not_pinned'])
    await tamper(`UPDATE payout_terms SET recipients = jsonb_set(recipients, '{0,address}', '"${OTHER}"') WHERE subject_id = '${later.id}'`)
  })

  test('rows of wallets, pins, decisions and approvals cannot be deleted', async () => {
    await pin()
    for (const table of ['wallet_version', 'wallet_pin', 'payout_terms_pin', 'policy_decision', 'approval'])
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(db())).rejects.toThrow('append-only')
  })
})

describe('a wallet change with a delay of two days', () => {
  const HOUR_MS = 60 * 60 * 1_000
  const walletDelayMs = 48 * HOUR_MS
  const recipient = async (id: string) => {
    const { recipients } = await db().selectFrom('payout_terms').select('recipients').where('subjectId', '=', id).executeTakeFirstOrThrow()
    return recipients[0]?.address
  }
  beforeEach(async () => {
    await closeShop(shop)
    shop = await openShop({ awaitPin: () => Promise.resolve('missing'), walletDelayMs }, 10)
    await pinWallets(shop.signer, new Date(0))
    shop.ctx.clock.advance(HOUR_MS)
  })

  test('payments use the former wallet until the delay is over, and the signer pins both', async () => {
    await setWallet(OTHER)
    await pinWallets(shop.signer, new Date(0))
    const before = await ask()
    shop.ctx.clock.advance(walletDelayMs)
    const after = await ask()
    expect([await recipient(before.id), await recipient(after.id)]).toEqual([wallets.merchant.ETH, OTHER])
    expect(await pin()).toMatchObject({ looked: 2, refused: 0 })
  })

  test('the signer refuses an attacker who controls the api and skips the delay', async () => {
    await setWallet(OTHER)
    await pinWallets(shop.signer, new Date(0))
    await sql`UPDATE business SET former_wallets = '{}'`.execute(db())
    const stolen = await ask()
    expect(await recipient(stolen.id)).toBe(OTHER)
    expect(await pin()).toMatchObject({ looked: 1, refused: 1 })
    expect(await pins()).toMatchObject([{ refused: 'wallet_was_not_pinned' }])
  })

  test('a change that is undone within the delay has no effect', async () => {
    await setWallet(OTHER)
    shop.ctx.clock.advance(HOUR_MS)
    await setWallet(wallets.merchant.ETH)
    const payment = await ask()
    expect(await recipient(payment.id)).toBe(wallets.merchant.ETH)
    expect(await pin()).toMatchObject({ looked: 1, refused: 0 })
  })
})
