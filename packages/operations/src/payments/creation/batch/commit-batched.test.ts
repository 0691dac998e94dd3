import { CreateBusinessInput } from '@gateway/contract/businesses'
import { CreatePaymentInput } from '@gateway/contract/payment-inputs'
import { findRail } from '@gateway/chains/registry'
import { openOrm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { UsageLimitExceeded } from '@gateway/domain/businesses/errors'
import { plans } from '@gateway/domain/businesses/plan'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBusiness } from '../../../businesses/create-business.ts'
import { resolveWithEndpoints } from '../../../businesses/resolve-business.ts'
import type { ApiContext } from '../../../kernel/context.ts'
import { closeShop, openShop, type TestShop, wallets } from '../../../testing/test-shop.ts'
import { type Draft, draftPayment } from '../draft-payment.ts'
import { priceTerms } from '../price-terms.ts'
import { commitBatched } from './commit-batched.ts'

const QUOTA = 4

let shop: TestShop
beforeEach(async () => {
  const starter = { ...plans.starter, monthlyTransactions: QUOTA }
  shop = await openShop({ plans: { starter, professional: { ...plans.professional, monthlyTransactions: 1_000 } } }, 6)
  await db().updateTable('business').set({ plan: 'professional' }).execute()
})
afterEach(() => closeShop(shop))

const db = () => tables(shop.ctx.orm.em.fork())

/** A further business of the same merchant, on the small plan by default. */
async function openBusiness(plan: 'starter' | 'professional' = 'starter'): Promise<string> {
  const terms = CreateBusinessInput.parse({
    name: 'Branch',
    wallet_addresses: wallets.merchant,
    webhook_url: 'https://branch.example/hook',
    webhook_events: ['*'],
  })
  const { id } = (await createBusiness(shop.ctx, { actor: shop.actor, terms })).facts.business
  await db().updateTable('business').set({ plan }).where('id', '=', id).execute()
  return id
}

interface Wish {
  readonly blockchain: 'BTC' | 'ETH'
  readonly businessId?: string
  readonly description?: string
  readonly ctx?: ApiContext
  readonly wallet?: string
}

async function draftOf({ blockchain, businessId = shop.businessId, description, ctx = shop.ctx, wallet }: Wish) {
  const resolved = await resolveWithEndpoints(ctx, { actor: shop.actor, businessId })
  const terms = CreatePaymentInput.parse({ business_id: businessId, amount: 60, blockchain, description })
  const rail = findRail(ctx.rails, terms.asset)
  if (!rail) throw new Error('the test has no such coin')
  const priced = await priceTerms(ctx, { business: resolved.business, rail, terms })
  return draftPayment(ctx, { ...resolved, rail, wallet: wallet ?? wallets.merchant[blockchain], terms, priced })
}

/** What became of a draft: a payment, or why there is none. */
const outcomeOf = (draft: Draft) => commitBatched(draft).catch((refusal: unknown) => ({ refusal }))

/** Commits payments in one breath, so that they go into one transaction; says of each what became of it. */
async function commitAtOnce(wishes: readonly Wish[]): Promise<string[]> {
  const drafts = await Promise.all(wishes.map(draftOf))
  const outcomes = await Promise.all(drafts.map(outcomeOf))
  return outcomes.map((outcome) => ('refusal' in outcome ? nameOf(outcome.refusal) : 'created'))
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'odd')
const some = (count: number, wish: Wish): Wish[] => Array.from({ length: count }, () => wish)

/** Payments, counted usage and claimed addresses; refused payments are in none of them. */
async function stored() {
  const { rows } = await sql<{ payments: number; counted: number; events: number; claimed: number; used: number }>`
    SELECT count(*)::int AS payments, (SELECT coalesce(sum(current), 0)::int FROM usage_counter) AS counted,
      (SELECT count(*)::int FROM event WHERE type = 'payment.created') AS events,
      (SELECT count(*)::int FROM address_pool WHERE claimed_by IS NOT NULL) AS claimed,
      (SELECT count(*)::int FROM address_pool JOIN payment ON payment.id = claimed_by AND payment.address = address_pool.address) AS used
    FROM payment`.execute(db())
  return rows[0]
}
const transactions = async () => {
  const { rows } = await sql<{ count: number }>`SELECT count(DISTINCT xmin::text)::int AS count FROM payment`.execute(db())
  return rows[0]?.count
}

/** Makes Postgres reject every payment with a certain description, immediately or at COMMIT. */
async function refuse(description: string, when: 'at once' | 'at commit'): Promise<void> {
  const timing = when === 'at commit' ? 'DEFERRABLE INITIALLY DEFERRED' : 'NOT DEFERRABLE'
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''poisoned''; END'`.execute(db())
  await sql`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON payment ${sql.raw(timing)} FOR EACH ROW
    WHEN (NEW.description = ${sql.lit(description)}) EXECUTE FUNCTION refuse()`.execute(db())
}

describe('concurrent payments', () => {
  test('concurrent payments share one transaction and are numbered within their month', async () => {
    const other = await openBusiness('professional')
    const drafts = await Promise.all([
      ...some(3, { blockchain: 'BTC' }).map(draftOf),
      ...some(3, { blockchain: 'ETH', businessId: other }).map(draftOf),
      ...some(2, { blockchain: 'ETH' }).map(draftOf),
    ])
    const created = await Promise.all(drafts.map(outcomeOf))
    expect(await transactions()).toBe(1)
    expect(created.map((one) => ('usage' in one ? one.usage.current : 0))).toEqual([1, 2, 3, 1, 2, 3, 4, 5])
    expect(created.map((one) => ('facts' in one ? one.facts.payment.id : ''))).toEqual(drafts.map((draft) => draft.addressTerms.subjectId))
    expect(await stored()).toEqual({ payments: 8, counted: 8, events: 8, claimed: 3, used: 3 })
  })

  test('each concurrent payment is refused on its own, by the quota, the empty pool or an invalid wallet', async () => {
    const small = await openBusiness()
    const outcomes = await commitAtOnce([
      ...some(QUOTA + 2, { blockchain: 'ETH', businessId: small }),
      ...some(8, { blockchain: 'BTC' }),
      { blockchain: 'ETH', wallet: '0x0000000000000000000000000000000000000000' },
      { blockchain: 'ETH' },
    ])
    const [quota, pool, rest] = [outcomes.slice(0, QUOTA + 2), outcomes.slice(QUOTA + 2, -2), outcomes.slice(-2)]
    expect(quota.toSorted()).toEqual([
      ...some(2, { blockchain: 'ETH' }).map(() => UsageLimitExceeded.name),
      ...Array(QUOTA).fill('created'),
    ])
    expect(pool.toSorted()).toEqual([...Array(2).fill(AddressUnavailable.name), ...Array(6).fill('created')])
    expect(rest).toEqual([RangeError.name, 'created'])
    expect(await stored()).toEqual({ payments: QUOTA + 7, counted: QUOTA + 7, events: QUOTA + 7, claimed: 6, used: 6 })
  })

  test('a business with an exhausted quota does not affect the others in its batch', async () => {
    const small = await openBusiness()
    await commitAtOnce(some(QUOTA, { blockchain: 'ETH', businessId: small }))
    const outcomes = await commitAtOnce([{ blockchain: 'ETH', businessId: small }, ...some(5, { blockchain: 'ETH' })])
    expect(outcomes).toEqual([UsageLimitExceeded.name, ...Array(5).fill('created')])
    expect(await transactions()).toBe(2)
  })

  test('falls back to single inserts when the batch fails', async () => {
    await refuse('poison', 'at once')
    const outcomes = await commitAtOnce([{ blockchain: 'BTC' }, { blockchain: 'BTC', description: 'poison' }, { blockchain: 'ETH' }])
    expect(outcomes[0]).toBe('created')
    expect(outcomes[1]).not.toBe('created')
    expect(outcomes[2]).toBe('created')
    expect(await stored()).toEqual({ payments: 2, counted: 2, events: 2, claimed: 1, used: 1 })
  })

  test('a failed COMMIT is never retried, because it may have taken place', async () => {
    await refuse('poison', 'at commit')
    const outcomes = await commitAtOnce([{ blockchain: 'BTC' }, { blockchain: 'BTC', description: 'poison' }, { blockchain: 'ETH' }])
    expect(outcomes).not.toContain('created')
    expect(await stored()).toEqual({ payments: 0, counted: 0, events: 0, claimed: 0, used: 0 })
    expect(await commitAtOnce([{ blockchain: 'BTC' }])).toEqual(['created'])
  })

  test('a crash of one before the commit does not stop the others', async () => {
    const dying = {
      ...shop.ctx,
      failpoint: (name: string) => (name === 'beforeCreateCommit' ? Promise.reject(new Error('stopped')) : undefined),
    }
    const outcomes = await commitAtOnce([{ blockchain: 'BTC' }, { blockchain: 'BTC', ctx: dying }, { blockchain: 'ETH' }])
    expect(outcomes).toEqual(['created', 'Error', 'created'])
    expect(await stored()).toEqual({ payments: 2, counted: 2, events: 2, claimed: 1, used: 1 })
  })

  test('every payment passes the point after the commit once, and the outbox messages are delivered once', async () => {
    const reached: string[] = []
    const passed: string[][] = []
    const tryNow = (ids: readonly string[]) => void passed.push([...ids])
    const watched: ApiContext = { ...shop.ctx, failpoint: (name) => void reached.push(name), tryNow }
    await commitAtOnce(some(3, { blockchain: 'ETH', ctx: watched }))
    expect(reached).toEqual([
      'beforeCreateCommit',
      'beforeCreateCommit',
      'beforeCreateCommit',
      'afterCreateCommit',
      'afterCreateCommit',
      'afterCreateCommit',
    ])
    const rows = await db().selectFrom('outbox').select('id').where('workflowId', 'like', 'payment/%').orderBy('id').execute()
    expect(passed).toHaveLength(1)
    expect(passed[0]?.slice(0, 3)).toEqual(rows.map(({ id }) => id))
  })
})

test('two processes stop exactly at the quotas of the same businesses without a deadlock', async () => {
  const branches = await Promise.all(Array.from({ length: 4 }, () => openBusiness()))
  const wishes = Array.from({ length: 12 }, (_, turn) =>
    branches.map((_id, place): Wish => ({ blockchain: 'ETH', businessId: branches[(place + turn) % 4] ?? '' })),
  ).flat()
  const second = await openOrm({ url: String(shop.ctx.orm.config.get('clientUrl')), poolSize: 5 })
  const places = [shop.ctx, { ...shop.ctx, orm: second }]
  const drafts = await Promise.all(wishes.map((wish, turn) => draftOf({ ...wish, ctx: places[turn % 2] ?? shop.ctx })))
  const outcomes = await Promise.all(drafts.map(outcomeOf))
  await second.close()
  expect(outcomes.filter((outcome) => 'facts' in outcome)).toHaveLength(4 * QUOTA)
  expect(new Set(outcomes.map((outcome) => ('refusal' in outcome ? nameOf(outcome.refusal) : 'created')))).toEqual(
    new Set(['created', UsageLimitExceeded.name]),
  )
  const counters = await db().selectFrom('usage_counter').select('current').execute()
  expect(counters.map(({ current }) => current)).toEqual(Array(4).fill(QUOTA))
  expect(await stored()).toEqual({ payments: 4 * QUOTA, counted: 4 * QUOTA, events: 4 * QUOTA, claimed: 0, used: 0 })
})
