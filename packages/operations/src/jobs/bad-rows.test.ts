import { BEGINNING } from '@gateway/db/kernel/page'
import { tables } from '@gateway/db/tables'
import { type StaticPrices, staticRates } from '@gateway/providers/rates/static-rates'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flagContractWallets } from '../chainwatch/flag-contract-wallets.ts'
import { bumpStuckAttempts } from '../custody/fee-bumping/bump-stuck-attempts.ts'
import { pinEscrows } from '../custody/pins/pin-escrows.ts'
import { pinRefunds } from '../custody/pins/pin-refunds.ts'
import { pinTerms } from '../custody/pins/pin-terms.ts'
import { pinWallets } from '../custody/pins/pin-wallets.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { sweepEscrows } from '../escrows/sweeps/sweep-escrows.ts'
import { countPutOffs } from '../kernel/sweeps/put-offs.ts'
import { type SweepName, sweepNames } from '../kernel/sweeps/sweep-names.ts'
import { deliverOutbox } from '../outbox/deliver-outbox.ts'
import { register } from '../accounts/register.ts'
import { sendEmails } from '../accounts/emails/send-emails.ts'
import { decisionOwners } from './decision-owners.ts'
import { carryOutDecision } from '../payments/portal/carry-out-decision.ts'
import { sweepPayments } from '../payments/sweeps/sweep-payments.ts'
import { BAD_ROWS, badRows, likeIntents } from '../testing/bad-rows.ts'
import { signDue } from '../testing/sign-forward.ts'
import { leaveOut, openChain, output, type TestChain } from '../testing/test-chain.ts'
import { openEscrow } from '../testing/test-escrows.ts'
import { HOLD_HOURS, refundsOf, underpaidPayment } from '../testing/test-refunds.ts'
import { seriesOf } from '../testing/test-series.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'

const HOUR_MS = 3_600_000
const WINDOW_MS = 15 * 60_000

let shop: TestShop
let btc: TestChain
let prices: StaticPrices
beforeEach(async () => {
  prices = { 'BTC/USD': '60000', 'ETH/USD': '2500', 'USDC/USD': '1' }
  shop = await openShop({ rates: { findPrice: (pair, at) => staticRates(prices).findPrice(pair, at) } }, 6)
  btc = await openChain(shop.ctx, 'BTC')
})
// The copies are no payments: nothing else is true of them.
afterEach(() => shop.ctx.close())

const db = () => tables(shop.ctx.orm.em.fork())
const bad = () => badRows(shop.ctx.orm)
const refunds = refundsOf(() => ({ shop, btc }))
const series = seriesOf(() => shop)
/** Other token hashes for each copy. */
const HASH = "'\\x' || md5('r' || n) || md5('s' || n)"
const OTHER_HASH = "'\\x' || md5('t' || n) || md5('u' || n)"
const copyPayment = async (id: string): Promise<void> => {
  await bad().copy('payout_terms', `subject_id = '${id}'`, { id: '$id', subject_id: '$id', address: "'bad' || n" })
  await bad().copy('payment', `id = '${id}'`, { id: '$id', payout_terms_id: '$id', address: "'bad' || n" })
}
const copyDeposit = (id: string, more: Readonly<Record<string, string>> = {}): Promise<unknown> =>
  bad().copy('deposit', `subject_id = '${id}'`, {
    id: "$id || ''",
    ref: "'bad' || n",
    vout: 'null',
    subject_id: '$id',
    address: "'bad' || n",
    ...more,
  })

/** A sweep with bad rows before a good one. */
interface Case {
  /** Makes both. @returns whether the good one was moved. */
  readonly prepare: () => Promise<() => Promise<boolean>>
  readonly pass: () => Promise<unknown>
  /** After how many passes the good one was moved; 2 by default. */
  readonly passes?: number
}

/** A sweep without one, and why. */
interface Uncopied {
  readonly why: string
}

const readUpTo = (knownUntil: Date) => db().updateTable('chain_cursor').set({ knownUntil }).execute()

async function payLate(): Promise<string> {
  const { id, address, expiresAt } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  shop.ctx.clock.advance(WINDOW_MS)
  await readUpTo(expiresAt)
  await sweepPayments(shop.ctx)
  await db().updateTable('payment').set({ state: 'expired' }).where('id', '=', id).execute()
  prices = {}
  await btc.mine({ transfers: [output(address, 100_000n, { tx: 1 })], at: shop.ctx.clock.now() })
  prices = { 'BTC/USD': '60000' }
  return id
}

/** A paid payment with a planned payout. */
async function paid(): Promise<string> {
  const { id, address, dueUnits } = await shop.ask({ amount: 60, blockchain: 'BTC' })
  await btc.mine({ transfers: [output(address, dueUnits, { tx: 1 })], at: shop.ctx.clock.now() })
  await btc.mineEmpty(6)
  return id
}

async function copyIntent(id: string): Promise<void> {
  await copyPayment(id)
  await bad().copy('spend_intent', `ref = '${id}'`, { id: '$id', ref: '$id', lead_id: '$id', payout_terms_id: '$id' })
  await copyDeposit(id, { intent_id: '$id' })
}

/** A signed attempt that the node has not got. */
async function signed(): Promise<string> {
  const id = await paid()
  await signDue(shop.signer)
  await advanceHighWater(shop.signer)
  await copyIntent(id)
  await bad().copy('spend_attempt', 'true', { intent_id: '$id', handle: "'bad' || n" })
  await bad().copy('attempt_input', 'true', { intent_id: '$id', resource: "'bad' || n" })
  await bad().run(`UPDATE broadcast_high_water SET seq = (SELECT max(seq) FROM spend_attempt)`)
  return id
}

const stateOf = async (id: string) => (await shop.read(id)).state
const attemptStates = async (): Promise<string[]> =>
  (await db().selectFrom('spend_attempt').select('state').where('handle', 'not like', 'bad%').orderBy('n').execute()).map(
    ({ state }) => state,
  )
const isPinned = async (id: string): Promise<boolean> =>
  (await db().selectFrom('payout_terms_pin').select('payoutTermsId').where('payoutTermsId', '=', id).executeTakeFirst()) !== undefined

const sweeps: Readonly<Record<SweepName, Case | Uncopied>> = {
  series: {
    prepare: async () => {
      const { series: one } = await series.create()
      await bad().copy('business', `id = '${shop.businessId}'`, { id: '$id', time_zone: "'IST'" })
      await bad().copy('series', `id = '${one.id}'`, { id: '$id', business_id: '$id', try_at: "'2026-01-01'" })
      shop.ctx.clock.advance(24 * 7 * HOUR_MS)
      return async () => (await series.read(one.id)).children.length === 2
    },
    pass: () => series.pass(0),
  },
  refused_payments: {
    prepare: async () => {
      const { id } = await shop.ask({ amount: 60, blockchain: 'BTC' })
      const { payoutTermsId } = await shop.read(id)
      await bad().run(`BEGIN; SET LOCAL session_replication_role = replica; UPDATE payout_terms_pin SET refused = 'x', mac = NULL; COMMIT`)
      await copyPayment(id)
      await bad().copy('payout_terms_pin', `payout_terms_id = '${payoutTermsId}'`, { payout_terms_id: '$id' })
      await bad().refuse('payment')
      return async () => (await stateOf(id)) === 'failed'
    },
    pass: () => sweepPayments(shop.ctx, 100),
  },
  overdue_payments: {
    prepare: async () => {
      const { id, expiresAt } = await shop.ask({ amount: 60, blockchain: 'BTC' })
      await copyPayment(id)
      await bad().run(`UPDATE payment SET expires_at = expires_at - interval '1 minute' WHERE id <> '${id}'`)
      await bad().refuse('payment')
      shop.ctx.clock.advance(WINDOW_MS + 60_000)
      await readUpTo(expiresAt)
      return async () => (await stateOf(id)) === 'expired'
    },
    pass: () => sweepPayments(shop.ctx, 100),
  },
  undecided_payments: {
    prepare: async () => {
      const id = await payLate()
      await copyPayment(id)
      await copyDeposit(id)
      await bad().refuse('payment')
      return async () => (await shop.read(id)).lateVerdict === 'good'
    },
    pass: () => sweepPayments(shop.ctx, 100),
  },
  untaken_deposits: {
    prepare: async () => {
      const { id, address, dueUnits } = await shop.ask({ amount: 12, blockchain: 'BTC' })
      await refunds.priceSpace(499_000n)
      await btc.mine({ transfers: [output(address, dueUnits, { tx: 1 })], at: shop.ctx.clock.now() })
      await btc.mineEmpty(6)
      await copyPayment(id)
      await copyDeposit(id)
      await bad().refuse('spend_intent', { on: 'INSERT', column: 'ref' })
      await refunds.priceSpace()
      return async () => (await db().selectFrom('spend_intent').select('id').where('ref', '=', id).executeTakeFirst()) !== undefined
    },
    pass: () => sweepPayments(shop.ctx, 100),
  },
  overtaken_refunds: { why: 'The same work as due_refunds.' },
  due_refunds: {
    prepare: async () => {
      const { id } = await refunds.claimed()
      await copyPayment(id)
      await copyDeposit(id)
      const { payoutTermsId } = await db().selectFrom('refund').select('payoutTermsId').executeTakeFirstOrThrow()
      await bad().copy('payout_terms_pin', `payout_terms_id = '${payoutTermsId}'`, { payout_terms_id: '$id' })
      await bad().copy('refund', 'true', { id: '$id', payment_id: '$id', payout_terms_id: '$id', token_hash: HASH })
      await bad().refuse('refund')
      await refunds.pass(HOLD_HOURS)
      const state = async () =>
        (await db().selectFrom('refund').select('state').where('paymentId', '=', id).executeTakeFirstOrThrow()).state
      return async () => (await state()) === 'paying'
    },
    pass: () => sweepPayments(shop.ctx, 100),
  },
  changed_payouts: { why: 'Its work reads a payment and its payouts and writes an event; the shape is that of untaken_deposits.' },
  expired_refunds: { why: 'Each is ended by itself; a test beside the sweep has one that cannot be.' },
  due_escrows: {
    prepare: async () => {
      const { escrow } = await openEscrow(shop)
      await bad().copy('escrow', 'true', {
        id: '$id',
        address: "'bad' || n",
        release_token_hash: HASH,
        beneficiary_token_hash: OTHER_HASH,
      })
      await bad().refuse('escrow')
      shop.ctx.clock.advance(25 * HOUR_MS)
      await readUpTo(shop.ctx.clock.now())
      const row = () => db().selectFrom('escrow').select('state').where('id', '=', escrow.id).executeTakeFirstOrThrow()
      return async () => (await row()).state === 'expired'
    },
    pass: () => sweepEscrows(shop.ctx),
  },
  unplanned_escrows: { why: 'The same work as due_escrows.' },
  due_invoices: { why: 'Proven beside the sweep.' },
  unplanned_invoices: { why: 'The same work as untaken_deposits.' },
  due_invoice_refunds: { why: 'The same sweep as due_refunds, over the other column.' },
  decisions: {
    prepare: async () => {
      const { id } = await underpaidPayment(shop, btc, 40_000n)
      const at = shop.ctx.clock.now()
      const waiting = {
        problem: null,
        endedAt: null,
        nextAttemptAt: at,
        attempts: 0,
        decidedAt: at,
        state: 'waiting',
        kind: 'accept',
      } as const
      const { merchantId } = shop.actor
      await db()
        .insertInto('held_decision')
        .values({ id: shop.ctx.ids.uuid(), paymentId: id, merchantId, seenUnits: 40_000n, ...waiting })
        .execute()
      await bad().copy('held_decision', 'true', { id: '$id', payment_id: '$id', next_attempt_at: "'2026-01-01'" })
      await bad().refuse('held_decision')
      return async () => (await stateOf(id)) !== 'expired'
    },
    pass: () => carryOutDecision(shop.ctx, decisionOwners),
    passes: BAD_ROWS + 1,
  },
  outbox: {
    prepare: async () => {
      const row = {
        workflowId: 'good',
        message: { workflow: 'chainScanner', taskQueue: 'payments', args: [{ chain: 'BTC' }] },
        attempts: 0,
        lastProblem: null,
      }
      const at = shop.ctx.clock.now()
      await db().deleteFrom('outbox').execute()
      await db()
        .insertInto('outbox')
        .values({ ...row, availableAt: at, createdAt: at } as never)
        .execute()
      await bad().copy('outbox', 'true', { workflow_id: '$id' })
      await bad().refuse('outbox', { column: 'workflow_id', when: 'NEW.last_problem IS NOT NULL' })
      return async () => (await db().selectFrom('outbox').select('id').where('workflowId', '=', 'good').executeTakeFirst()) === undefined
    },
    pass: () => {
      const deliver = (id: string) => (id === 'good' ? Promise.resolve() : Promise.reject(new Error('no such workflow')))
      return deliverOutbox({ ...shop.ctx, temporal: { deliver, readIdentity: () => Promise.resolve('x') } })
    },
  },
  invoice_documents: { why: 'Each is written by itself; a test of its own has one that cannot be.' },
  invoice_letters: { why: 'Each is queued by itself; one that fails is put off, and none is read by another.' },
  processor_intents: { why: 'Each is work of its own: one that fails is put off, and none is read by another.' },
  ...likeIntents,
  receipt_sources: { why: 'Each is written in a transaction of its own; a test beside the job has one that cannot be.' },
  receipt_chains: { why: 'The same as receipt_sources.' },
  invariants: { why: 'They are as many as the code lists.' },
  violations: { why: 'They are as many as the invariants.' },
  due_payouts: {
    prepare: async () => {
      const id = await paid()
      await copyIntent(id)
      await bad().run(`UPDATE spend_intent SET updated_at = updated_at - interval '1 hour' WHERE ref <> '${id}'`)
      await bad().refuse('spend_intent')
      return async () => (await attemptStates()).includes('signed')
    },
    pass: () => signDue(shop.signer),
  },
  stuck_attempts: {
    prepare: async () => {
      await signed()
      await leaveOut(btc, 6)
      await bad().refuse('spend_attempt', { column: 'intent_id' })
      return async () => (await attemptStates()).includes('superseded')
    },
    pass: () => bumpStuckAttempts(shop.signer, btc.node.rail),
  },
  unpinned_terms: {
    prepare: async () => {
      Object.assign(shop.ctx, { awaitPin: () => Promise.resolve('missing') })
      const { id } = await shop.ask({ amount: 60, blockchain: 'ETH' })
      await copyPayment(id)
      await bad().refuse('payout_terms_pin', { on: 'INSERT', column: 'payout_terms_id' })
      const { payoutTermsId } = await shop.read(id)
      return () => isPinned(payoutTermsId)
    },
    pass: () => pinTerms(shop.signer, { after: BEGINNING }),
  },
  unpinned_escrows: {
    prepare: async () => {
      const { escrow } = await openEscrow({ ctx: { ...shop.ctx, awaitPin: () => Promise.resolve('missing') } })
      const hashes = {
        release_token_hash: HASH,
        beneficiary_token_hash: OTHER_HASH,
      }
      await bad().copy('payout_terms', `id = '${escrow.payoutTermsId}'`, { id: '$id', subject_id: '$id', address: "'bad' || n" })
      await bad().copy('escrow', 'true', { id: '$id', payout_terms_id: '$id', address: "'bad' || n", ...hashes })
      await bad().refuse('payout_terms_pin', { on: 'INSERT', column: 'payout_terms_id' })
      return () => isPinned(escrow.payoutTermsId)
    },
    pass: () => pinEscrows(shop.signer, { after: BEGINNING }),
  },
  unpinned_refunds: {
    prepare: async () => {
      const payment = await underpaidPayment(shop, btc, 40_000n)
      await refunds.claim((await refunds.offer(payment)).token)
      const { payoutTermsId } = await db().selectFrom('refund').select('payoutTermsId').executeTakeFirstOrThrow()
      await bad().copy('payout_terms', `id = '${payoutTermsId}'`, { id: '$id', subject_id: '$id' })
      await bad().copy('payment', `id = '${payment.id}'`, { id: '$id', address: "'bad' || n" })
      await bad().copy('refund', 'true', { id: '$id', payment_id: '$id', payout_terms_id: '$id', token_hash: HASH })
      await bad().refuse('payout_terms_pin', { on: 'INSERT', column: 'payout_terms_id' })
      return () => isPinned(String(payoutTermsId))
    },
    pass: () => pinRefunds(shop.signer),
  },
  unpinned_wallets: {
    prepare: async () => {
      await bad().run(`BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM wallet_pin; COMMIT`)
      await bad()
        .run(`INSERT INTO wallet_version OVERRIDING SYSTEM VALUE SELECT copy.* FROM (SELECT one FROM wallet_version one WHERE asset = 'BTC' LIMIT 1) first,
        generate_series(1, ${BAD_ROWS}) n, jsonb_populate_record(one, jsonb_build_object('position', -n)) copy`)
      await bad().run(`ALTER TABLE wallet_pin ADD CONSTRAINT nailed CHECK (position > 0)`)
      return async () => (await db().selectFrom('wallet_pin').select('position').execute()).length > 0
    },
    pass: () => pinWallets(shop.signer, new Date(0)),
  },
  approved_lifts: { why: 'They are as many as the scopes that operators have approved to lift.' },
  address_pools: { why: 'They are as many as the chains with a pool.' },
  unsent_attempts: {
    prepare: async () => {
      await signed()
      await bad().refuse('spend_attempt', { column: 'intent_id' })
      await bad()
        .run(`UPDATE spend_attempt SET raw = raw`)
        .catch(() => {})
      return async () => (await attemptStates()).includes('broadcast')
    },
    pass: () => btc.send(),
  },
  expiring_attempts: { why: 'Only Solana has them; the shape is that of unsent_attempts.' },
  new_wallets: {
    prepare: async () => {
      await db().deleteFrom('named_wallet').execute()
      await bad().run(
        `INSERT INTO named_wallet (chain, address) SELECT 'ETH', '0xbad' || n FROM generate_series(1, ${BAD_ROWS}) n UNION ALL SELECT 'ETH', 'good'`,
      )
      return async () =>
        (await db().selectFrom('named_wallet').select('isContract').where('address', '=', 'good').executeTakeFirst())?.isContract === false
    },
    pass: async () => {
      const { node } = await openChain(shop.ctx, 'ETH')
      const holdsCode = (address: string) => (address === 'good' ? Promise.resolve(false) : Promise.reject(new Error('no address')))
      return flagContractWallets(shop.ctx, { ...node, holdsCode })
    },
    passes: 8,
  },
  payee_balances: {
    why: 'A chain that reads them has none in this shop; sweep-each.test.ts tells what becomes of rows that fail together.',
  },
  untraced_deposits: { why: 'As payee_balances.' },
  deliveries: { why: 'drain-endpoint.test.ts sets deliveries aside at a real receiver.' },
  emails: {
    prepare: async () => {
      await db().deleteFrom('email').execute()
      await register(shop.ctx, { email: 'ada@shop.example', password: 'correct horse battery' })
      await bad().copy('email', 'true', { id: '$id', next_attempt_at: "'2026-01-01'" })
      await bad().refuse('email', { when: 'NEW.sealed IS NULL' })
      await bad()
        .refuse('email', { on: 'INSERT' })
        .catch(() => {})
      return async () => (await db().selectFrom('email').select('id').where('sentAt', 'is not', null).executeTakeFirst()) !== undefined
    },
    pass: () => {
      const mailer = { send: () => Promise.resolve(), close: () => {} }
      const letters = { mailer, origin: 'https://gateway.test', attach: async () => [] }
      return sendEmails({ ...shop.ctx, ...letters, webhookKey: shop.ctx.webhookOpeningKey })
    },
    passes: BAD_ROWS / 10 + 1,
  },
}

const cases = sweepNames.flatMap((name) => {
  const one = sweeps[name]
  return 'why' in one ? [] : [{ name, ...one }]
})

test.each(cases)('$name: a good row behind 150 that fail is moved, and those are put off', async ({ name, prepare, pass, passes = 2 }) => {
  const isDone = await prepare()
  expect(await isDone()).toBe(false)
  for (let done = 0; done < passes && !(await isDone()); done++) await pass()
  expect(await isDone()).toBe(true)
  expect(new Map(countPutOffs(shop.ctx.orm)).get(name)).toBe(BAD_ROWS)
})
