import { tables } from '@gateway/db/tables'
import { assetOf } from '@gateway/domain/money/asset'
import type { Payment } from '@gateway/domain/payments/payment'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reportCaughtUp } from '../chainwatch/cursor/report-progress.ts'
import { listPauses } from '../custody/pauses/pause-payouts.ts'
import { signForward } from '../testing/sign-forward.ts'
import { attemptsOf, openChain, output, type TestChain, tokens } from '../testing/test-chain.ts'
import { approveLift, liftPause } from '../testing/test-approvals.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { checkAll, checkInvariantsDue, checkNew, checkForms } from './check-invariants.ts'
import { invariants } from './find-violations.ts'
import { clearMended } from './report-violations.ts'

const errors: object[] = []
const log = { info: () => {}, warn: () => {}, error: (fields: object) => void errors.push(fields) }

let shop: TestShop
let chain: TestChain
let payment: Payment
beforeEach(async () => {
  errors.length = 0
  shop = await openShop({ log }, 3)
  chain = await openChain(shop.ctx, 'BTC')
  payment = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await chain.mine({ transfers: [output(payment.address, 100_000n, { tx: 1 })] })
  await checkAll(shop.ctx)
  await checkNew(shop.ctx)
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())
const scopes = async () => (await listPauses(shop.ctx)).map(({ scope, pausedBy }) => `${scope} by ${pausedBy}`)

/** Writes as the owner of the database, with its own guards switched off. */
const tamper = (...statements: readonly string[]) =>
  shop.ctx.orm.em.fork().transactional(async (em) => {
    await em.execute('SET LOCAL session_replication_role = replica')
    for (const statement of statements) await em.execute(statement)
  })

const NOWHERE = '00000000-0000-4000-8000-00000000dead'
const own = "(SELECT id FROM account WHERE asset = 'BTC' AND code = 'payment:held')"
const lost = `INSERT INTO transfer (id, kind, ref, at) VALUES ('${NOWHERE}', 'plan', 'nowhere', now())`
const entry = (amount: number) =>
  `INSERT INTO entry (transfer_id, account_id, asset, amount) VALUES ('${NOWHERE}', ${own}, 'BTC', ${amount})`
const noEntry = `DELETE FROM entry WHERE transfer_id = '${NOWHERE}'`
const noTransfer = `DELETE FROM transfer WHERE id = '${NOWHERE}'`
const balance = (change: number) => `UPDATE account SET bal = bal + ${change} WHERE id = ${own}`
const usage = (change: number) => `UPDATE usage_counter SET current = current + ${change}`

/** Tampering, the pause it causes, and its repair. */
const faults: readonly { fault: string; does: readonly string[]; mends: readonly string[]; pauses: readonly string[] }[] = [
  {
    fault: 'a transfer of one side',
    does: [lost, entry(5), balance(5)],
    mends: [noEntry, noTransfer, balance(-5)],
    pauses: ['asset:BTC by invariant I1'],
  },
  { fault: 'a balance without an entry', does: [balance(5)], mends: [balance(-5)], pauses: ['asset:BTC by invariant I2'] },
  {
    fault: 'an entry in another asset than its account',
    does: [
      lost,
      `INSERT INTO entry (transfer_id, account_id, asset, amount) VALUES ('${NOWHERE}', ${own}, 'ETH', 5), ('${NOWHERE}', ${own}, 'ETH', -5)`,
    ],
    mends: [noEntry, noTransfer],
    pauses: ['asset:BTC by invariant I4', 'asset:ETH by invariant I4'],
  },
  {
    fault: 'a transaction that nobody signed',
    does: [
      `INSERT INTO outgoing_transaction (chain, tx_id, height, block_hash, committed_flush, at) SELECT 'BTC', 'theft', height, hash, false, '2026-10-01T12:00:00Z' FROM chain_cursor`,
    ],
    mends: ["DELETE FROM outgoing_transaction WHERE tx_id = 'theft'"],
    pauses: ['global by invariant I8'],
  },
]

describe('an incremental check run', () => {
  test.each(faults)('pauses the scope of $fault, raises one alarm, and stops signing there', async ({ does, mends, pauses }) => {
    await tamper(...does)
    await checkNew(shop.ctx)
    expect((await scopes()).toSorted()).toEqual(pauses.toSorted())
    await expect(signForward(shop.signer, { paymentId: payment.id })).rejects.toThrow('paused')
    expect(await attemptsOf(shop.ctx)).toEqual([])
    const alarms = errors.length
    await checkNew(shop.ctx)
    await checkAll(shop.ctx)
    expect(errors).toHaveLength(alarms)
    await tamper(...mends)
    await checkAll(shop.ctx)
    expect(await db().selectFrom('invariant_hit').select('hit').execute()).toEqual([])
    expect(await scopes()).toHaveLength(pauses.length)
  })

  test('pauses a merchant whose usage differs from the payments created', async () => {
    await shop.ask({ amount: 60, blockchain: 'BTC' })
    await tamper(usage(1))
    await checkNew(shop.ctx)
    expect(await scopes()).toEqual([`merchant:${shop.actor.merchantId} by invariant I12`])
    await tamper(usage(-1))
  })

  test('pauses the payment of a deposit whose amount differs from its credit, and its asset, because the ledger differs from the custody', async () => {
    const next = await shop.ask({ amount: 60, blockchain: 'BTC' })
    await chain.mine({ transfers: [output(next.address, 100_000n, { tx: 2 })] })
    const more = (units: number) => `UPDATE deposit SET units = units + ${units} WHERE tx_id LIKE '%2'`
    await tamper(more(1))
    await checkNew(shop.ctx)
    expect((await scopes()).toSorted()).toEqual(['asset:BTC by invariant I7', `payment:${next.id} by invariant I13`])
    const hits = await db().selectFrom('invariant_hit').select('invariant').execute()
    expect(new Set(hits.map(({ invariant }) => invariant))).toEqual(new Set(['I7', 'I13']))
    await tamper(more(-1))
  })

  test('leaves other assets unpaused, so their payouts are signed', async () => {
    await tamper(balance(5))
    const eth = await openChain(shop.ctx, 'ETH')
    const other = await shop.ask({ amount: 50, blockchain: 'USDC_ETH' })
    await eth.mine({ transfers: [tokens(other.address, 50_000_000n, { tx: 10 })] })
    await eth.mineEmpty(11)
    await checkNew(shop.ctx)
    await signForward(shop.signer, { paymentId: other.id })
    expect(await attemptsOf(shop.ctx)).toHaveLength(1)
    await tamper(balance(-5))
  })
})

describe('a planned deposit', () => {
  test('waits for its confirmations again after a reorg, without a violation', async () => {
    const next = await shop.ask({ amount: 600, blockchain: 'BTC' })
    const deposit = output(next.address, 1_000_000n, { tx: 2 })
    await chain.mine({ transfers: [deposit] })
    await chain.mineEmpty(1)
    await chain.rollBack()
    await chain.rollBack()
    await chain.mine({ transfers: [deposit] })
    expect(await shop.read(next.id)).toMatchObject({ state: 'confirmed', confirmationsRequired: 2 })
    await checkNew(shop.ctx)
    await checkAll(shop.ctx)
    expect(await scopes()).toEqual([])
  })

  test('a planned deposit without a credit pauses its payment', async () => {
    const { id, creditRevision } = await db().selectFrom('deposit').select(['id', 'creditRevision']).executeTakeFirstOrThrow()
    await tamper(
      'UPDATE deposit SET credit_revision = NULL',
      `UPDATE transfer SET kind = 'opening' WHERE kind = 'deposit' AND ref = '${id}'`,
    )
    await checkAll(shop.ctx)
    expect(await scopes()).toContain(`payment:${payment.id} by invariant I13`)
    const hits = await db().selectFrom('invariant_hit').select('invariant').execute()
    expect(hits.map(({ invariant }) => invariant)).toContain('I13')
    await tamper(
      `UPDATE deposit SET credit_revision = ${creditRevision}`,
      `UPDATE transfer SET kind = 'deposit' WHERE kind = 'opening' AND ref = '${id}'`,
    )
  })
})

describe('a deposit without a transfer', () => {
  /** An observed deposit in the newest block that was never credited. */
  const forgotten = (subject: 'payment' | 'treasury', id: string, asset: 'BTC' | 'USDC_ETH' = 'BTC') => `
    INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at)
    SELECT 'forgotten', chain, 'forgotten', 'forgotten', 'somewhere', '${subject}', '${id}', '${asset}', 546, 'included', height, hash, updated_at
    FROM chain_cursor WHERE chain = '${assetOf(asset).chain}'`
  const inBlock = (height: number) => `UPDATE deposit SET height = ${height} WHERE id = 'forgotten'`
  const found = "DELETE FROM deposit WHERE id = 'forgotten'"
  /** The violations that both forms of check run find. */
  const looks = async () => {
    await checkNew(shop.ctx)
    await checkAll(shop.ctx)
    return db().selectFrom('invariant_hit').select(['scope', 'hit']).where('invariant', '=', 'I13').execute()
  }

  test.each(['payment', 'treasury'] as const)(
    'pauses its payment, or its asset, within one check run where a %s should have been credited with it',
    async (subject) => {
      const scope = subject === 'payment' ? `payment:${payment.id}` : 'asset:BTC'
      await tamper(forgotten(subject, payment.id))
      await checkNew(shop.ctx)
      expect(await scopes()).toEqual([`${scope} by invariant I13`])
      expect(await looks()).toEqual([{ scope, hit: 'deposit forgotten' }])
      await tamper(found)
      expect(await looks()).toEqual([])
    },
  )

  test('becomes a violation with the block of its last confirmation, not before', async () => {
    const next = await shop.ask({ amount: 600, blockchain: 'BTC' })
    const { height } = await chain.mine({ transfers: [output(next.address, 1_000_000n, { tx: 2 })] })
    await tamper(forgotten('payment', next.id))
    expect(await looks()).toEqual([])
    await tamper(found)
    await chain.mineEmpty(1)
    await tamper(forgotten('payment', next.id), inBlock(height))
    expect(await looks()).toEqual([{ scope: `payment:${next.id}`, hit: 'deposit forgotten' }])
    await tamper(found)
  })

  test('becomes a violation only after a block that follows its finality, when the payment requires it', async () => {
    const eth = await openChain(shop.ctx, 'ETH')
    const large = await shop.ask({ amount: 20_000, blockchain: 'USDC_ETH' })
    const { height } = await eth.mine({ transfers: [tokens(large.address, 20_000_000_000n, { tx: 3 })] })
    await eth.mineEmpty(20)
    expect(await shop.read(large.id)).toMatchObject({ state: 'detected', finalityRequired: true })
    expect(await looks()).toEqual([])
    const since = shop.ctx.clock.now()
    const head = { height: height + 20, hash: 'head', finalizedHeight: height }
    await reportCaughtUp(shop.ctx, { lease: eth.lease, head, since, knownUntil: since })
    expect(await looks()).toEqual([])
    await eth.mine({ finalized: height })
    expect((await shop.read(large.id)).state).toBe('confirmed')
    expect(await looks()).toEqual([])
    await tamper(forgotten('payment', large.id, 'USDC_ETH'), inBlock(height))
    expect(await looks()).toEqual([{ scope: `payment:${large.id}`, hit: 'deposit forgotten' }])
    await tamper(found)
  })

  test('an unsupported token is not a violation', async () => {
    await tamper(forgotten('payment', payment.id), 'UPDATE deposit SET asset = NULL WHERE asset IS NOT NULL AND credit_revision IS NULL')
    expect(await looks()).toEqual([])
    await tamper(found)
  })
})

describe('a pause that an invariant has set', () => {
  test('stays lifted for the violations two operators approved, and is set again by another', async () => {
    await tamper(balance(5))
    await checkNew(shop.ctx)
    await liftPause(shop.signer, 'asset:BTC')
    await checkNew(shop.ctx)
    await checkAll(shop.ctx)
    expect(await scopes()).toEqual([])
    await tamper(balance(1))
    await checkNew(shop.ctx)
    expect(await scopes()).toEqual(['asset:BTC by invariant I2'])
    const paused = await db().selectFrom('pause').select('reason').where('scope', '=', 'asset:BTC').executeTakeFirstOrThrow()
    expect(paused.reason).toMatch(/^I2 a stored balance is the sum of its entries; violated by: account \d+ 6; I3 .* BTC live 6$/)
    await tamper(balance(-6))
  })

  test('a new violation invalidates an approval given before it', async () => {
    await tamper(balance(5))
    await checkNew(shop.ctx)
    await approveLift(shop.ctx, 'asset:BTC', 'anna')
    await tamper(balance(1))
    await checkNew(shop.ctx)
    expect(await approveLift(shop.ctx, 'asset:BTC', 'ben')).toBe(1)
    const [pause] = await listPauses(shop.ctx)
    expect(pause?.reason).toMatch(/^I2 .*account \d+ 5; I3 .*BTC live 5; I2 .*account \d+ 6; I3 .*BTC live 6$/)
    await tamper(balance(-6))
  })
})

describe('check runs', () => {
  const finished = async (form: 'new' | 'all') =>
    (
      await db().selectFrom('invariant_run').select('finishedAt').where('form', '=', form).executeTakeFirstOrThrow()
    ).finishedAt?.getTime() ?? 0

  test('each form runs in one process when it is due, and does not wait for the other', async () => {
    const due = () => Promise.all([...checkForms, ...checkForms].map((form) => checkInvariantsDue(shop.ctx, form)))
    await due()
    const first = { fresh: await finished('new'), all: await finished('all') }
    shop.ctx.clock.advance(50_000)
    await due()
    expect(await finished('new')).toBe(first.fresh + 50_000)
    expect(await finished('all')).toBe(first.all)
    shop.ctx.clock.advance(3_600_000)
    await checkInvariantsDue(shop.ctx, 'new')
    expect(await finished('new')).toBe(first.fresh + 3_650_000)
    expect(await finished('all')).toBe(first.all)
    await checkInvariantsDue(shop.ctx, 'all')
    expect(await finished('all')).toBe(first.fresh + 3_650_000)
  })

  test('a full run keeps violations that another run has reported meanwhile', async () => {
    await tamper(balance(5))
    const began = shop.ctx.clock.now()
    shop.ctx.clock.advance(1_000)
    expect(await checkNew(shop.ctx)).toBeGreaterThan(0)
    await clearMended(shop.ctx, { looked: invariants, broken: [], began })
    expect(await checkNew(shop.ctx)).toBe(0)
    await tamper(balance(-5))
  })
})
