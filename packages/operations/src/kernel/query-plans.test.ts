import { createReconciliationNode } from '@gateway/chains/nodes'
import { countActiveKeys } from '@gateway/db/businesses/key-queries'
import { BEGINNING } from '@gateway/db/kernel/page'
import { findAwaited, findCountingOnLost, findDepositsOf, findMature } from '@gateway/db/chainwatch/deposit-queries'
import { findWatchedAddresses } from '@gateway/db/chainwatch/watched-address-queries'
import { findFinalAttempts, findOpenHandles, findStuck, findUnsent, holdsUpOthers } from '@gateway/db/custody/attempt-queries'
import { findFailedCosts } from '@gateway/db/custody/failed-cost-queries'
import { countFlushes } from '@gateway/db/custody/flush-queries'
import { findPayoutTermsPins, findUnpinnedPayoutTerms, findVerdicts } from '@gateway/db/custody/pins/pin-queries'
import { findUnpinnedRefunds } from '@gateway/db/custody/pins/refund-pin-queries'
import { claimPoolAddresses, findChainsWithAddresses } from '@gateway/db/custody/address-pool-queries'
import { findDuePayouts, lockCompanions } from '@gateway/db/custody/intent-queries'
import { findReceiptVersions, listCountedReceipts, listReceipts } from '@gateway/db/identity/reputation-queries'
import { claimOutbox } from '@gateway/db/kernel/outbox/outbox-queries'
import type { Em } from '@gateway/db/orm'
import { findSnapshotAt, findNewestSnapshot, findNextPricing } from '@gateway/db/rates/snapshot-queries'
import { findKnownPayments } from '@gateway/db/payments/reading/known-queries'
import { findFirstDeposits } from '@gateway/db/payments/movement-queries'
import { findPaymentPage } from '@gateway/db/payments/reading/page-queries'
import { findDueRefunds, findOvertaken, findRefundByHash, lockOpenRefund } from '@gateway/db/payments/refund-queries'
import { findChangedPayouts, findOverdue, findRefused, findUndecided, findUntaken } from '@gateway/db/payments/sweep-queries'
import { tables } from '@gateway/db/tables'
import { hasWaiting } from '@gateway/db/webhooks/circuit-queries'
import { findFeedEnd, findFeedPage } from '@gateway/db/webhooks/feed-queries'
import { deleteLogged, findDeliveryOf, findLogged, lockDelivery, lockEndpointOf } from '@gateway/db/webhooks/log-queries'
import { recordAccepted } from '@gateway/db/webhooks/attempt-queries'
import { claimDelivery, findNextDue } from '@gateway/db/webhooks/delivery-queries'
import { findEventsAfter } from '@gateway/db/webhooks/event-queries'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dropConflicting } from '../chainwatch/deposits/drop-conflicting.ts'
import { withInheritedArrivals } from '../chainwatch/deposits/inherited-arrivals.ts'
import { readWaiting } from '../chainwatch/internal-transfers/read-balance-checks.ts'
import { findWithUneconomicRounds, lockUneconomicRounds } from '../custody/costs/uneconomic-rounds.ts'
import { payoutMetrics } from '../observability/metrics/payout-metrics.ts'
import { findViolations } from '../invariants/find-violations.ts'
import { findMissingDeposits } from '../invariants/reconciliation/find-missing-deposits.ts'
import { output, txOf } from '../testing/test-chain.ts'
import { readGeneralPlans, readPlans } from '../testing/test-plans.ts'
import { openShop, type TestShop } from '../testing/test-shop.ts'

const ROWS = 20_000
const now = new Date('2026-10-01T12:00:00.000Z')
const none = '00000000-0000-4000-8000-00000000ffff'

let shop: TestShop
beforeAll(async () => {
  // Plans would depend on what other tests have deleted.
  shop = await openShop({}, 1, {})
  await fill()
})
afterAll(() => shop.ctx.close())

/** Fills tables as after a while: many ended rows, few open ones. */
async function fill(): Promise<void> {
  const btc = await shop.ask({ amount: 60, blockchain: 'BTC' })
  const run = (statement: string) => shop.ctx.orm.em.fork().getConnection().execute(statement)
  const many = `generate_series(1, ${ROWS}) n`
  await run(`INSERT INTO rate_snapshot (at, prices, holds) SELECT now() - n * interval '30 seconds', '{}', '{}' FROM ${many}`)
  await run(`INSERT INTO api_key (id, business_id, mode, name, scopes, digest, last4, created_at, last_used_at, expires_at, revoked_at)
    SELECT 'k' || n, '${shop.businessId}', 'live', NULL, '{*}', '', '', now(), NULL, timestamptz '2026-01-01',
    CASE n % 2 WHEN 0 THEN now() END FROM ${many}`)
  await run(`INSERT INTO watched_address SELECT 'BTC', 'w' || n, 'payment', 's' || n FROM ${many}`)
  await run(`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, height, block_hash, arrived_at, matures_at, credit_revision)
    SELECT 'd' || n, 'BTC', 'r' || n, 't' || n, 'w' || n, 'payment', 's' || n, 'BTC', 1, 'included', n, 'b', now(), n, 0 FROM ${many}`)
  await run(`INSERT INTO deposit_input SELECT 'BTC', 'b' || n, 0, 't' || n FROM ${many}`)
  await run(`INSERT INTO address_pool SELECT 'BTC', 1, n, 'p' || n, '', gen_random_uuid() FROM ${many}`)
  await run(`INSERT INTO outbox (workflow_id, message, available_at, attempts, created_at)
    SELECT 'w' || n, '{}', now() + interval '1 day', 0, now() FROM ${many}`)
  await run(`INSERT INTO spend_intent SELECT md5('i' || n)::uuid, 'forward', 'x' || n, 0, md5('i' || n)::uuid, 'BTC', 'BTC', 'live', '${shop.businessId}', 3, 1, 1, 1,
    '${btc.payoutTermsId}', 'final', NULL, 0, now(), now() FROM ${many}`)
  await run("UPDATE deposit SET intent_id = md5('i' || substr(id, 2))::uuid")
  await run(`INSERT INTO spend_attempt (intent_id, n, chain, handle, raw, platform_paid, state, height, created_at, updated_at)
    SELECT md5('i' || n)::uuid, 0, 'BTC', 'h' || n, '', true, 'final', n, now(), now() FROM ${many}`)
  await run(`INSERT INTO attempt_input SELECT md5('i' || n)::uuid, 0, 'sender', n FROM ${many}`)
  await run(
    `INSERT INTO policy_decision SELECT md5('l' || n)::uuid, 'filled', n, md5('i' || n)::uuid, 'all', 'allow', '{}', now(), 'x' FROM ${many}`,
  )
  await run(`INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
    SELECT 'e' || n, '${shop.businessId}', 'payment', md5('o' || n)::uuid, 1, 'payment.created', '{}', now() FROM ${many}`)
  await run(`INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, attempts, next_attempt_at, created_at)
    SELECT md5('v' || position)::uuid, (SELECT id FROM webhook_endpoint), id, object_id, 'delivered', 1, now(), now() FROM event WHERE id LIKE 'e%' AND id NOT LIKE 'evt%'`)
  await run(`INSERT INTO payout_terms SELECT md5('c' || n)::uuid, 'payment', md5('s' || n)::uuid, 'BTC', 'BTC', 'c' || n, '{}', '[]', 0, now(),
    timestamptz '2026-01-01' + n * interval '1 second' FROM ${many}`)
  await run(`INSERT INTO payout_terms_pin SELECT md5('c' || n)::uuid, '${shop.businessId}', 'live', 1, '', NULL, now() FROM ${many}`)
  await run(`INSERT INTO payment SELECT copy.* FROM payment, ${many}, jsonb_populate_record(payment, jsonb_build_object('id', md5('p' || n),
    'address', 'c' || n, 'payout_terms_id', md5('c' || n), 'created_at', now() - n * interval '1 second',
    'state', CASE n % 4 WHEN 0 THEN 'confirmed' ELSE 'pending' END, 'confirmed_at', timestamptz '2026-01-01', 'resolution', 'paid')) copy`)
  await run(`INSERT INTO refund (id, payment_id, business_id, state, offered_by, offered_at, offer_ends_at, token_hash, ended_at)
    SELECT md5('b' || n)::uuid, md5('p' || n)::uuid, '${shop.businessId}', 'withdrawn', 'operator:anna', now(), now(), sha256(n::text::bytea), now() FROM ${many}`)
  // The copies of payments have received nothing.
  await run('ALTER TABLE assisted_refund DISABLE TRIGGER assisted_refund_within')
  await run(`INSERT INTO assisted_refund (id, payment_id, business_id, chain, asset, units, fiat_minor, rate, state, offered_by, offered_at, offer_ends_at,
    token_hash, pay_token_hash, ended_at) SELECT md5('a' || n)::uuid, md5('p' || n)::uuid, '${shop.businessId}', 'BTC', 'BTC', 1, 1, 'payment', 'cancelled', 'operator:anna',
    now(), now(), sha256(('a' || n)::bytea), sha256(('z' || n)::bytea), now() FROM ${many}`)
  await run('ALTER TABLE assisted_refund ENABLE TRIGGER assisted_refund_within')
  await run(`INSERT INTO refund_transfer (chain, ref, refund_id, tx_id, watch_key, asset, units, state, height, block_hash, arrived_at)
    SELECT 'BTC', 'r' || n, md5('a' || n)::uuid, 't' || n, 'w' || n, 'BTC', 1, 'final', 1, 'b', now() FROM ${many}`)
  // Ten thousand of one DID, as many of others.
  await run(`INSERT INTO receipt (id, kind, subject_did, category, outcome, usd_cents, weight_hundredths, content, source, is_verified, created_at)
    SELECT md5('q' || n)::uuid, 'service', CASE n % 2 WHEN 0 THEN 'did:web:busy.example' ELSE 'did:web:' || n || '.example' END, 'economic.transaction', 'accepted',
    100, 1000, '{}', 'q' || n, true, timestamptz '2026-01-01' + n * interval '1 second' FROM ${many}`)
  await run('ANALYZE')
}

const plansOf = (work: (em: Em) => Promise<unknown>) => readPlans(shop.ctx, work)
const generalPlansOf = (work: (em: Em) => Promise<unknown>) => readGeneralPlans(shop.ctx, work)

const deadNode = createReconciliationNode('BTC', { rpcUrl: 'http://127.0.0.1:9', tokens: {} })
const lastLook = { entry: '1000000', event: '1000000', observation: '1000000', at: '2099-01-01T00:00:00.000Z' }
const page = { after: BEGINNING, limit: 500, except: [none] }
const scope = { merchantId: none, mode: 'live' as const }
const metadata = { members: { shop: 'a' }, order: '17', orderNames: ['order'] }
const listing = {
  states: undefined,
  refundedOnly: false,
  asset: undefined,
  metadata: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  limit: 50,
  offset: 0,
}

const watched = { address: 'w1', subject: 'payment', subjectId: 's1' } as const
const replacing = ['b1', 'b2', ...Array.from({ length: 5_000 }, (_, n) => `elsewhere${n}`)].map((resource) => ({
  resource,
  sequence: 0,
  txId: txOf(1),
}))
const spending = { height: 9, hash: 'b', parentHash: 'a', at: now, txIds: [], transfers: [], inputs: replacing, flushes: [] }
const accepted = { id: none, endpointId: none, attempts: 1, deliveredAt: now, lastStatusCode: 200, lastDurationMs: 9 }
const loggedOf = ({ businessId }: TestShop) => ({ businessId, mode: 'live' as const, since: now, paymentId: undefined, state: undefined })
const figure = (name: string, em: Em) =>
  Promise.all(payoutMetrics.filter((one) => one.name === name).map((one) => one.query(now).execute(tables(em))))
const feedOf = ({ businessId }: TestShop) => ({ businessId, mode: 'live' as const, since: now, types: undefined, limit: 51 })

describe('queries of large tables', () => {
  test.each<[string, (em: Em) => Promise<unknown>]>([
    [
      'to find which addresses of a block are ours',
      (em) => findWatchedAddresses(em, { chain: 'BTC', addresses: ['w1', 'w2', 'elsewhere'] }),
    ],
    ['to find payments that wait for coins', (em) => readWaiting(em, { coin: 'BTC', height: 10, at: new Date() }, page)],
    ['to find mature deposits', (em) => findMature(em, { chain: 'BTC', height: 10, after: 9 })],
    ['to find payouts that count on lost deposits', (em) => findCountingOnLost(em, { chain: 'BTC', finalHeight: 10, needsProof: true })],
    [
      'to find the deposits whose arrival a replacement inherits',
      (em) => withInheritedArrivals(em, { chain: 'BTC', inputs: replacing }, [{ transfer: output('w1', 1n, { tx: 1 }), watched }]),
    ],
    ['to drop deposits whose inputs another transaction spends', (em) => dropConflicting(em, { chain: 'BTC', block: spending, at: now })],
    ['to find the deposits of payments', (em) => findDepositsOf(em, { subject: 'payment', subjectIds: ['s1', 's2'] })],
    ['to find chains with a free address', (em) => findChainsWithAddresses(em, { chains: ['BTC', 'ETH'] })],
    ['to claim addresses', (em) => claimPoolAddresses(em, { chain: 'BTC', claimedBy: [none] })],
    ['to find unmined attempts', (em) => findOpenHandles(em, { chain: 'BTC' })],
    ['to find attempts to bump', (em) => findStuck(em, { chain: 'BTC', inTurn: true })],
    ['to see whether a later nonce waits', (em) => holdsUpOthers(em, { chain: 'BTC', inputs: [{ resource: 'sender', sequence: 7 }] })],
    ['to find deposits that wait for confirmations', (em) => findAwaited(em, { chain: 'BTC' })],
    ['to find attempts to broadcast', (em) => findUnsent(em, { chain: 'BTC', height: 10, triedBefore: new Date(), isNew: false })],
    ['to find attempts that became final', (em) => findFinalAttempts(em, { chain: 'BTC', finalHeight: 10, spendsCredited: true })],
    [
      'to find payouts that may share a transaction',
      (em) => lockCompanions(em, { lead: { id: none, chain: 'BTC', asset: 'BTC', purpose: 'forward' } as never, most: 49 }),
    ],
    ['to find payments with a round that is too small', (em) => findWithUneconomicRounds(em, { chain: 'BTC' })],
    ['to lock rounds that are too small', (em) => lockUneconomicRounds(em, { refs: ['x1', 'x2'] })],
    [
      'to find new payout terms without a pin',
      (em) => findUnpinnedPayoutTerms(em, { since: now, chains: ['BTC'], limit: 500, except: [none] }),
    ],
    [
      'to find named payout terms without a pin',
      (em) => findUnpinnedPayoutTerms(em, { ids: [none], chains: ['BTC'], limit: 500, except: [none] }),
    ],
    ['to find the signer’s answers about payout terms', (em) => findVerdicts(em, [none])],
    ['to find refund addresses without a pin', (em) => findUnpinnedRefunds(em, { ...page, chains: ['BTC'] })],
    ['to find a refund by its link', (em) => findRefundByHash(em, { tokenHash: Buffer.alloc(32) })],
    ['to find the open refund of a payment', (em) => lockOpenRefund(em, { paymentId: none })],
    ['to find refunds of payments whose hold is over', (em) => findDueRefunds(em, { ...page, of: 'payment', now })],
    ['to find refunds of invoices whose hold is over', (em) => findDueRefunds(em, { ...page, of: 'invoice', now })],
    ['to find the open refund of an invoice', (em) => lockOpenRefund(em, { invoiceId: none })],
    ['to find refunds of payments that no longer hold funds', (em) => findOvertaken(em, { limit: 500, except: [none] })],
    ['to find payments whose terms the signer rejected', (em) => findRefused(em, page)],
    ['to find payments with deposits in no round', (em) => findUntaken(em, page)],
    ['to find payouts that have changed', (em) => findChangedPayouts(em, page)],
    [
      'to find payouts that are due',
      (em) => findDuePayouts(em, { chain: 'BTC', now, rest: { leastMs: 1, mostMs: 2 }, limit: 100, except: [none] }),
    ],
    ['to find the pins of payouts', (em) => findPayoutTermsPins(em, [none])],
    ['to find payments below the cost of forwarding', (em) => figure('forward_below_cost_age_seconds', em)],
    ['to count the free addresses of pools', (em) => figure('pool_free_addresses', em)],
    ['to find what failed payouts have cost', (em) => findFailedCosts(em, { intentIds: [none, none] })],
    ['to count the flushes of addresses', (em) => countFlushes(em, { refs: ['x1', 'x2', none], since: now })],
    ['to claim outbox messages', (em) => claimOutbox(em, { now, claimMs: 1, limit: 200 })],
    ['to claim a webhook', (em) => claimDelivery(em, { endpointId: none, busy: [none], now })],
    ['to record webhooks that were accepted', (em) => recordAccepted(em, { accepted: [accepted, accepted] })],
    ['to read payments', (em) => findKnownPayments(em, { wanted: [{ ...scope, id: none }] })],
    ['to find when the next webhook is due', (em) => findNextDue(em, { endpointId: none })],
    ['to list deliveries', (em) => findLogged(em, { ...loggedOf(shop), limit: 50, offset: 100 })],
    ['to list the deliveries of a payment', (em) => findLogged(em, { ...loggedOf(shop), paymentId: none, limit: 50, offset: 0 })],
    ['to delete old deliveries', (em) => deleteLogged(em, { until: now, limit: 500 })],
    ['to send an event again', (em) => lockDelivery(em, { id: 'evt_none', merchantId: none, mode: 'live' })],
    ['to send an event for the first time', (em) => lockEndpointOf(em, { id: 'evt_none', merchantId: none, mode: 'live', since: now })],
    ['to see whether an event was sent', (em) => findDeliveryOf(em, { eventId: 'evt_none' })],
    ['to read the feed', (em) => findFeedPage(em, { ...feedOf(shop), after: { feedXid: '4', position: '1' } })],
    [
      'to read the feed up to its end',
      (em) => findFeedPage(em, { ...feedOf(shop), after: { feedXid: '4', position: '1' }, upTo: { feedXid: '9', position: '9' } }),
    ],
    ['to read the feed from its beginning', (em) => findFeedPage(em, { ...feedOf(shop), after: undefined })],
    ['to read new events of followed payments', (em) => findEventsAfter(em, { objects: [{ id: none, after: 3 }] })],
    ['to see whether a delivery waits for an endpoint', (em) => hasWaiting(em, { endpointId: none })],
    ['to check the invariants of new rows', (em) => findViolations(em, lastLook)],
    ['to find deposits that must be unspent', (em) => findMissingDeposits(em, [deadNode], { most: 1_000 })],
    ['to find the newest prices', (em) => findNewestSnapshot(em)],
    ['to find the prices of a moment', (em) => findSnapshotAt(em, now)],
    ['to find the next prices of a pair after a moment', (em) => findNextPricing(em, { pair: 'BTC/USD', at: now })],
    ['to find the versions of the receipts of DIDs', (em) => findReceiptVersions(em, { dids: ['did:web:7.example', 'did:web:9.example'] })],
    ['to read the receipts of a DID that count', (em) => listCountedReceipts(em, { did: 'did:web:7.example' })],
    ['to list the receipts of a DID', (em) => listReceipts(em, { did: 'did:web:7.example', bounds: { limit: 50, offset: 0 } })],
    ['to list payments', (em) => findPaymentPage(em, { scope, listing, most: 100 })],
    ['to list payments of an order', (em) => findPaymentPage(em, { scope, listing: { ...listing, metadata }, most: 100 })],
    [
      'to read the ledger entries of an account',
      (em) => tables(em).selectFrom('entry').select('id').where('accountId', '=', '1').execute(),
    ],
  ])('reads no whole table %s', async (_what, work) => {
    const plans = await plansOf(work)
    expect(plans.length).toBeGreaterThan(0)
    for (const plan of plans)
      expect(plan).not.toMatch(
        /Seq Scan on (attempt_input|commit|payout_terms_pin|refund|refund_transfer|assisted_refund|policy_decision|watch|deposit|address_pool|spend_\w+|event|delivery|outbox|rate_snapshot|receipt|receipt_head|receipt_version)/,
      )
  })
})

test.each<[string, string, (em: Em) => Promise<unknown>]>([
  ['have a window that is over', 'payment_overdue', (em) => findOverdue(em, { before: now, limit: 500, except: [none] })],
  ['wait for a price', 'payment_late', (em) => findUndecided(em, page)],
])('payments that %s are found by an index of their own', async (_which, index, work) => {
  const plans = await plansOf(work)
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain(index)
})

test('counting a business’s active keys reads no ended key', async () => {
  const plans = await plansOf((em) => countActiveKeys(em, { businessId: shop.businessId, at: now }))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toContain('api_key_active')
  expect(plans[0]).not.toMatch(/Filter: .*expires_at/)
})

test('the end of a feed is read backwards from the index', async () => {
  for (const after of [undefined, { feedXid: '4', position: '1' }]) {
    const plans = await plansOf((em) => findFeedEnd(em, { ...feedOf(shop), after }))
    expect(plans).toHaveLength(1)
    expect(plans[0]).toContain('Scan Backward using event_feed')
    expect(plans[0]).not.toContain('Sort')
  }
})

test('the first deposits of payments are read from the index, without their others', async () => {
  const plans = await plansOf((em) => findFirstDeposits(em, { paymentIds: ['s1', 's2'], most: 100 }))
  expect(plans).toHaveLength(1)
  expect(plans[0]).toMatch(/Limit .*\n *-> +Index Scan using deposit_subject on deposit/)
})

test('a page of the receipts of a busy DID is read from the index, wherever it is', async () => {
  for (const before of [undefined, '00000000-0000-4000-8000-000000000007']) {
    const plans = await plansOf((em) => listReceipts(em, { did: 'did:web:busy.example', before, bounds: { limit: 50, offset: 0 } }))
    const pages = plans.filter((plan) => plan.startsWith('Limit'))
    expect(pages).toHaveLength(1)
    expect(pages[0]).toMatch(/Index Scan using receipt_subject on receipt/)
    expect(pages[0]).not.toContain('Sort')
  }
})

test('a rare payment state is found without reading other payments', async () => {
  const rare = { scope: { ...scope, businessId: shop.businessId }, listing: { ...listing, states: ['failed' as const] }, most: 100 }
  const plans = await generalPlansOf((em) => findPaymentPage(em, rare))
  expect(plans).toHaveLength(1)
  // Once to count them, and once to read a page.
  expect(plans[0]?.match(/payment_business\w*|Seq Scan on payment\b/g)).toEqual(['payment_business_state', 'payment_business_state'])
})
