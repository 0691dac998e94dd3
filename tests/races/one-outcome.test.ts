import { refusalOf } from '@gateway/api/http/errors/errors'
import { tables } from '@gateway/db/tables'
import type { Orm } from '@gateway/db/orm'
import { disputeEscrow } from '@gateway/operations/escrows/decisions/dispute-escrow'
import { refundEscrow } from '@gateway/operations/escrows/decisions/refund-escrow'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { ADDRESS, AMOUNT, escrowsOf, openEscrow } from '@gateway/operations/testing/test-escrows'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../model/random.ts'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'
import { drawSeed, rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const CALLERS = 4
/** Connections of each caller. */
const HANDS = 3
/** Twenty rounds, as of `npm run test:race`, make a thousand; the few rounds of the suite are smaller too. */
const ESCROWS = rounds < 20 ? 12 : 50
/** A day until it expires, and three until it goes back by itself. */
const UNTIL_REFUNDED_HOURS = 24 + 72

let shop: TestShop
let btc: TestChain
let orms: Orm[]
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds }, ESCROWS * rounds)
  btc = await openChain(shop.ctx, 'BTC')
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  orms = await Promise.all(Array.from({ length: CALLERS }, () => openOrmWithLongTimeouts({ url, poolSize: HANDS })))
})
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()))
  await closeShop(shop)
})
const { pass, payOutAll } = escrowsOf(() => ({ shop, btc }))

test(`R1: of release, refund, dispute and expiry of ${ESCROWS} escrows at once, one decides each; ${rounds} rounds`, async () => {
  const random = randomOf(drawSeed('R1'))
  for (let round = 0; round < rounds; round++) {
    const escrows = await fundedEscrows(round)
    await pass(UNTIL_REFUNDED_HOURS)
    const firsts = escrows.map(() => random.below(CALLERS))
    const answers = await raceAll(escrows, firsts)
    await payOutAll(escrows.map(({ id }) => id))
    for (const [at, { id }] of escrows.entries()) expect(await faultsOf(id, answers[at] ?? {})).toEqual([])
  }
})

interface Funded {
  readonly id: string
  readonly token: string
}

/** The escrows of a round, all paid in one block that is final. */
async function fundedEscrows(round: number): Promise<Funded[]> {
  const opened = await Promise.all(Array.from({ length: ESCROWS }, () => openEscrow(shop, { actor: shop.actor })))
  await btc.mine({ transfers: opened.map(({ escrow }, at) => output(escrow.address, AMOUNT, { tx: round * ESCROWS + at + 1 })) })
  await btc.mineEmpty(5)
  return opened.map(({ escrow, tokens }) => ({ id: escrow.id, token: tokens.releaseToken }))
}

type Call = (ctx: ApiContext, escrow: Funded) => Promise<unknown>
const calls = {
  release: (ctx, { id, token }) => releaseEscrow(ctx, { id, token, address: ADDRESS }),
  refund: (ctx, { id, token }) => refundEscrow(ctx, { id, token, address: ADDRESS }),
  dispute: (ctx, { id, token }) => disputeEscrow(ctx, { id, token, address: ADDRESS, reason: 'broken' }),
  expiry: (ctx, { id }) => advanceDue(ctx, { escrowId: id }),
} as const satisfies Record<string, Call>
type Caller = keyof typeof calls
const callers = Object.keys(calls) as Caller[]

/** What a caller was told: nothing, or status, code and the state that it met. */
type Answer = 'done' | readonly unknown[]
type Answers = Partial<Record<Caller, Answer>>

/** Makes all calls at once, those of one escrow by four processes. */
async function raceAll(escrows: readonly Funded[], firsts: readonly number[]): Promise<Answers[]> {
  const answers: Answers[] = escrows.map(() => ({}))
  const contexts = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  const call = async (at: number, turn: number): Promise<void> => {
    const which = ((firsts[at] ?? 0) + turn) % CALLERS
    const [caller, escrow] = [callers[which] ?? 'release', escrows[at]]
    // Every process gets as many releases, which all wait: until the barrier opens, no escrow has an outcome.
    const ctx = contexts[(at + which) % CALLERS]
    if (escrow && ctx) Object.assign(answers[at] ?? {}, { [caller]: await heard(calls[caller](ctx, escrow)) })
  }
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  await raceFrom({ url, table: 'settlement', waiting: CALLERS * HANDS }, () =>
    Promise.all(escrows.flatMap((_, at) => callers.map((__, turn) => call(at, turn)))),
  )
  return answers
}

const heard = (asked: Promise<unknown>): Promise<Answer> =>
  asked.then(
    () => 'done' as const,
    (error: unknown) => {
      const { status, code, details } = refusalOf(error, shop.ctx.clock.now())
      return [status, code, details]
    },
  )

/** Who may be told that an escrow was in which state, by how it ended. */
const losersMeet: Readonly<Record<string, readonly string[]>> = { release: ['released', 'disputed'], refund: ['refunded'] }

/** The faults of an escrow that was raced for. */
async function faultsOf(id: string, answers: Answers): Promise<string[]> {
  const db = tables(shop.ctx.orm.em.fork())
  const settlements = await db.selectFrom('settlement').select(['outcome', 'actor']).where('escrowId', '=', id).execute()
  const [{ outcome, actor } = { outcome: 'none', actor: 'nobody' }] = settlements
  const history = (await db.selectFrom('escrow_event').select('eventType').where('escrowId', '=', id).execute()).map((row) => row.eventType)
  const payouts = await db.selectFrom('spend_intent').select(['purpose', 'state']).where('ref', '=', id).execute()
  const winners = {
    release: outcome === 'release',
    refund: outcome === 'refund' && actor === 'depositor',
    dispute: history.includes('disputed'),
    expiry: true,
  } as const
  const wrong = callers.filter((caller) => !isDue(answers[caller], winners[caller], losersMeet[outcome] ?? []))
  const ends = history.filter((told) => told === 'released' || told === 'refunded')
  return [
    ...wrong.map((caller) => `${caller} heard ${JSON.stringify(answers[caller])} of an escrow with the outcome ${outcome} by ${actor}`),
    ...(settlements.length === 1 && ends.length === 1 ? [] : [`${settlements.length} outcomes, and ${ends.join(' and ')}`]),
    ...(isOnePayout(payouts, `escrow_${outcome}`) ? [] : [`paid out by ${JSON.stringify(payouts)}`]),
  ]
}

function isDue(answer: Answer | undefined, hasWon: boolean, states: readonly string[]): boolean {
  if (hasWon || answer === undefined || answer === 'done') return hasWon && answer === 'done'
  const [status, code, details] = answer
  return status === 400 && code === 'INVALID_STATE' && states.includes(String(Object(details).current))
}

const isOnePayout = (payouts: readonly { purpose: string; state: string }[], purpose: string): boolean =>
  payouts.length === 1 && payouts.every((payout) => payout.purpose === purpose && payout.state === 'final')
