import { refusalOf } from '@gateway/api/http/errors/errors'
import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { disputeEscrow } from '@gateway/operations/escrows/decisions/dispute-escrow'
import { refundEscrow } from '@gateway/operations/escrows/decisions/refund-escrow'
import { releaseEscrow } from '@gateway/operations/escrows/decisions/release-escrow'
import { advanceDue } from '@gateway/operations/escrows/sweeps/advance-due'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { openChain, type TestChain } from '@gateway/operations/testing/test-chain'
import { ADDRESS, escrowsOf, openEscrow } from '@gateway/operations/testing/test-escrows'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'

let shop: TestShop
let btc: TestChain
let other: Orm
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds })
  btc = await openChain(shop.ctx, 'BTC')
  other = await openOrmWithLongTimeouts({ url: String(shop.ctx.orm.config.get('clientUrl')), poolSize: 3 })
})
afterAll(async () => {
  await other.close()
  await closeShop(shop)
})
const { fund, pass, history } = escrowsOf(() => ({ shop, btc }))

interface Presented {
  readonly id: string
  readonly token: string
  readonly address: string
}
const calls = {
  release: releaseEscrow,
  refund: refundEscrow,
  dispute: (ctx: ApiContext, presented: Presented) => disputeEscrow(ctx, { ...presented, reason: 'broken' }),
  expiry: (ctx: ApiContext, { id }: Presented) => advanceDue(ctx, { escrowId: id }),
} as const
type Caller = keyof typeof calls

/** The state after a call, or the rejection. */
const heard = (asked: Promise<{ state: string }>) =>
  asked.then(
    ({ state }) => state,
    (error: unknown) => {
      const { status, code, details } = refusalOf(error, shop.ctx.clock.now())
      return [status, code, details]
    },
  )

/** True once a session waits for the row of an escrow. */
const waitsForTheRow = async (): Promise<boolean> => {
  const waiting = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%from "escrow"%for update%'`
  return (await other.em.fork().getConnection().execute<unknown[]>(waiting)).length === 1
}

/** One api decides an escrow that is due to go back, and keeps its transaction open until the other caller waits for the row; then it calls `end`. */
async function raceForTheRow([first, second]: readonly [Exclude<Caller, 'expiry'>, Caller], end: () => void = () => {}) {
  const { escrow, tokens } = await openEscrow(shop)
  await fund(escrow)
  await pass(24 + 72)
  const presented = { id: escrow.id, token: tokens.releaseToken, address: ADDRESS }
  let waiting: ReturnType<typeof heard> | undefined
  const failpoint: ApiContext['failpoint'] = async (name) => {
    if (name !== 'beforeDecisionCommit') return
    waiting = heard(calls[second]({ ...shop.ctx, orm: other }, presented))
    await eventually('the other caller to wait for the escrow', waitsForTheRow)
    end()
  }
  const answers = [await heard(calls[first]({ ...shop.ctx, failpoint }, presented)), await waiting]
  const settlements = tables(shop.ctx.orm.em.fork()).selectFrom('settlement').where('escrowId', '=', escrow.id)
  return { answers, outcomes: await settlements.select(['outcome', 'actor']).execute(), told: await history(escrow.id) }
}

const meets = (current: string) => [400, 'INVALID_STATE', { current }]
const released = { outcome: 'release', actor: 'depositor' }
const refunded = { outcome: 'refund', actor: 'depositor' }
const goneBack = { outcome: 'refund', actor: 'system' }

describe('R1: of two calls for one escrow, the one that waits', () => {
  test.each([
    ['release', 'refund', 'released', meets('released'), [released]],
    ['release', 'dispute', 'released', meets('released'), [released]],
    ['release', 'release', 'released', meets('released'), [released]],
    ['release', 'expiry', 'released', 'released', [released]],
    ['refund', 'release', 'refunded', meets('refunded'), [refunded]],
    ['refund', 'dispute', 'refunded', meets('refunded'), [refunded]],
    ['refund', 'expiry', 'refunded', 'refunded', [refunded]],
    ['dispute', 'refund', 'disputed', meets('disputed'), []],
    ['dispute', 'expiry', 'disputed', 'disputed', []],
    ['dispute', 'release', 'disputed', 'released', [released]],
  ] as const)('%s, %s: the first is %s, the second gets %o', async (...row) => {
    const [first, second, state, answer, outcomes] = row
    const { answers, ...stored } = await raceForTheRow([first, second])
    expect(answers).toEqual([state, answer])
    expect(stored.outcomes).toEqual(outcomes)
    expect(stored.told.filter((entry) => /: (?:released|refunded)$/.test(entry))).toHaveLength(outcomes.length)
  })

  test.each([
    ['release', 'refund', 'refunded', refunded],
    ['refund', 'release', 'released', released],
    ['release', 'expiry', 'refunded', goneBack],
  ] as const)('decides when the first fails: %s, %s', async (...row) => {
    const [first, second, state, outcome] = row
    const fail = (): never => {
      throw new Error('the first api stops')
    }
    const { answers, outcomes } = await raceForTheRow([first, second], fail)
    expect(answers).toEqual([[500, 'INTERNAL', undefined], state])
    expect(outcomes).toEqual([outcome])
  })
})
