import type { OutcomeLog } from '@gateway/chains/rail/flush-log'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bumpStuckAttempts } from '../custody/fee-bumping/bump-stuck-attempts.ts'
import { listPauses } from '../custody/pauses/pause-payouts.ts'
import { checkAll, checkNew } from '../invariants/check-invariants.ts'
import { gauges } from '../observability/metrics/register-metrics.ts'
import { signDue } from '../testing/sign-forward.ts'
import { attemptsOf, leaveOut, openChain, type TestChain, THIRD_PARTY } from '../testing/test-chain.ts'
import { byToken, contractEscrowsOf, FEE, logsOf, UNITS } from '../testing/test-contract-escrows.ts'
import { escrowsOf } from '../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import { refundEscrow } from './decisions/refund-escrow.ts'
import { releaseEscrow } from './decisions/release-escrow.ts'
import { findAlteredHistory } from './lifecycle/find-altered-history.ts'
import { listWaitingPayouts } from './settlement/list-waiting-payouts.ts'
import { advanceDue } from './sweeps/advance-due.ts'

let shop: TestShop
let eth: TestChain
beforeEach(async () => {
  shop = await openShop()
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
})
afterEach(() => closeShop(shop))

const { read, history, payouts } = escrowsOf(() => ({ shop, btc: eth }))
const { open, pay, sign, settle, happen, pass } = contractEscrowsOf(() => ({ shop, eth }))

type Escrow = Awaited<ReturnType<typeof open>>
const db = () => tables(shop.ctx.orm.em.fork())

/** The events of an escrow in the order of their sequence. */
const eventsOf = async ({ id }: Escrow): Promise<string[]> => {
  const rows = await db().selectFrom('event').select('type').where('objectId', '=', id).orderBy('sequence').execute()
  return rows.map(({ type }) => type)
}

const looks = async (): Promise<string[]> => {
  await checkNew(shop.ctx)
  await checkAll(shop.ctx)
  return (await listPauses(shop.ctx)).map(({ scope }) => scope)
}

/** What the alert ForwardWaits looks at. */
const pendingAge = async (): Promise<unknown> => {
  const figure = gauges.find(({ name }) => name === 'forward_pending_age_seconds')
  return (await figure?.query(shop.ctx.clock.now()).execute(db()))?.rows
}

const waits = async (): Promise<string[]> =>
  (await listWaitingPayouts(shop.ctx)).map(({ kind, id, reason, ending }) => `${kind} ${id} ${reason} ${ending}`)

/** Our refund has been sent, and then the contract records the release. */
async function refundLoses(escrow: Escrow) {
  await refundEscrow(shop.ctx, byToken(escrow))
  const { attempt } = await sign(escrow)
  const { decided, released } = logsOf(escrow)
  return { attempt, won: { outcomes: decided('release', 'release_token'), flushes: released() } }
}

const ways = [
  {
    decide: refundEscrow,
    decided: 'refund',
    outcome: 'release',
    exit: 'release_token',
    states: ['depositor: refunded', 'depositor: released', 'system: settled'],
    events: ['escrow.created', 'escrow.funded', 'escrow.refunded', 'escrow.released', 'escrow.settled'],
    ends: { state: 'settled', refundedAt: null },
    paid: { purpose: 'escrow_release', merchantUnits: UNITS - FEE, feeUnits: FEE },
    fee: FEE,
  },
  {
    decide: releaseEscrow,
    decided: 'release',
    outcome: 'refund',
    exit: 'deadline',
    states: ['depositor: released', 'system: refunded'],
    events: ['escrow.created', 'escrow.funded', 'escrow.released', 'escrow.refunded'],
    ends: { state: 'refunded', releasedAt: null },
    paid: { purpose: 'escrow_refund', merchantUnits: UNITS, feeUnits: 0n },
    fee: undefined,
  },
] as const

describe.each(ways)('a $decided that was accepted here while the contract records a $outcome', (way) => {
  const opened = () => open(UNITS, { actor: shop.actor, business_id: shop.businessId })
  /** What a third party has made the contract do. */
  const done = (escrow: Escrow) => {
    const { decided, released, returned } = logsOf(escrow)
    const outcomes: OutcomeLog[] = decided(way.outcome, way.exit)
    return { outcomes, flushes: way.outcome === 'release' ? released() : returned() }
  }

  test('its payout waits with the reason until that is final, and everything else goes on', async () => {
    const [escrow, other] = [await opened(), await opened()]
    await way.decide(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await eth.mine(done(escrow))
    await signDue(shop.signer, 'ETH')
    expect(await attemptsOf(shop.ctx)).toEqual([])
    expect(await waits()).toEqual([`unsigned ${escrow.id} contract_decided_otherwise itself`])
    expect([await looks(), await pendingAge()]).toEqual([[], []])
    await releaseEscrow(shop.ctx, byToken(other))
    expect(await sign(other)).toMatchObject({ outcome: 'release' })
  })

  test('its escrow follows the contract once that is final: state, history, events, payouts and ledger', async () => {
    const escrow = await opened()
    await way.decide(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await happen(done(escrow))
    expect(await read(escrow.id)).toMatchObject({ ...way.ends, settlementTxId: THIRD_PARTY })
    expect((await history(escrow.id)).slice(3)).toEqual(way.states)
    expect(await findAlteredHistory(shop.ctx.orm.em.fork())).toEqual([])
    expect(await eventsOf(escrow)).toEqual(way.events)
    expect(await payouts(escrow.id)).toMatchObject([
      { purpose: `escrow_${way.decided}`, state: 'void', holdReason: null },
      { ...way.paid, state: 'final', holdReason: null },
    ])
    const { 'USDC_ETH platform:fee': fee, ...rest } = await shop.book()
    expect(fee).toBe(way.fee)
    expect(Object.keys(rest).filter((name) => /escrow:held|party:payable|chain:(deposit|inflight)/.test(name))).toEqual([])
    expect([await looks(), await waits()]).toEqual([[], []])
  })

  test('its payout is signed after all when a reorganisation takes the outcome back', async () => {
    const escrow = await opened()
    await way.decide(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await eth.mine(done(escrow))
    await signDue(shop.signer, 'ETH')
    await eth.rollBack()
    await eth.mine()
    await pass(0.01)
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toMatchObject({ outcome: way.decided })
    const { decided, released, returned } = logsOf(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided(way.decided, 'signature'), flushes: way.decided === 'release' ? released() : returned() })
    expect((await history(escrow.id)).slice(3)).toEqual(way.states.slice(0, 1).concat(way.decided === 'release' ? ['system: settled'] : []))
    expect(await looks()).toEqual([])
  })
})

describe('a payout that its contract has overruled', () => {
  test('shows as waiting while its transaction is on its way, and stays void when that is mined without effect', async () => {
    const escrow = await open()
    const { attempt, won } = await refundLoses(escrow)
    await eth.mine(won)
    expect(await waits()).toEqual([`stuck ${escrow.id} contract_decided_otherwise itself`])
    const receipts = [{ txId: attempt.handle, succeeded: false, feeUnits: 50_000n }]
    await settle(attempt, { receipts })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: THIRD_PARTY })
    expect(await payouts(escrow.id)).toMatchObject([
      { purpose: 'escrow_refund', state: 'void', holdReason: null },
      { purpose: 'escrow_release', state: 'final' },
    ])
    expect([await looks(), await waits()]).toEqual([[], []])
  })

  test('is still sent and fee-bumped, because later payouts wait for its nonce, and its transaction is not shown as the settlement', async () => {
    const [escrow, later] = [await open(), await open()]
    const { attempt, won } = await refundLoses(escrow)
    await happen(won)
    await releaseEscrow(shop.ctx, byToken(later))
    await sign(later)
    await leaveOut(eth, 4)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(1)
    const again = (await attemptsOf(shop.ctx)).at(-1)
    expect([again?.intentId, again?.inputs]).toEqual([attempt.intentId, attempt.inputs])
    await eth.send()
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: THIRD_PARTY })
  })

  test('gives its money to the payout of the recorded outcome where the contract has not paid it yet', async () => {
    const escrow = await open()
    const { attempt: lost, won } = await refundLoses(escrow)
    await happen({ outcomes: won.outcomes })
    expect(await read(escrow.id)).toMatchObject({ state: 'released', settlementTxId: null })
    const { attempt, ...signed } = await sign(escrow)
    expect(attempt.handle).not.toBe(lost.handle)
    expect(signed).toEqual({ outcome: 'release', signer: undefined })
    await settle(attempt, { flushes: logsOf(escrow, attempt.handle).released() })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: attempt.handle })
    expect(await looks()).toEqual([])
  })

  test('leaves nothing behind when the process ends before its block is stored', async () => {
    const escrow = await open()
    const { won } = await refundLoses(escrow)
    const { height } = await eth.mine(won)
    const { failpoint } = shop.ctx
    Object.assign(shop.ctx, { failpoint: () => Promise.reject(new Error('killed')) })
    await expect(eth.mineEmpty(1, height)).rejects.toThrow('killed')
    Object.assign(shop.ctx, { failpoint })
    expect((await read(escrow.id)).state).toBe('refunded')
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'broadcast' }])
    await eth.mineEmpty(1, height)
    expect((await read(escrow.id)).state).toBe('settled')
    expect(await looks()).toEqual([])
  })
})

describe('an escrow that its contract has overruled', () => {
  test('an escrow that expired and was paid and released by its token afterwards is released', async () => {
    const escrow = await open(0n)
    await pass(25)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    expect((await read(escrow.id)).state).toBe('expired')
    await pay(escrow, UNITS)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    const { decided, released } = logsOf(escrow)
    await happen({ outcomes: decided('release', 'release_token'), flushes: released() })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: THIRD_PARTY })
    expect(await payouts(escrow.id)).toMatchObject([
      { purpose: 'escrow_excess', state: 'void' },
      { purpose: 'escrow_release', state: 'final' },
    ])
    expect([await looks(), await waits()]).toEqual([[], []])
  })

  test('an escrow whose excess was to go back beside a refund is released with everything at its address', async () => {
    const escrow = await open()
    await refundEscrow(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await pay(escrow, 7n)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    const { decided, released } = logsOf(escrow)
    await happen({ outcomes: decided('release', 'release_token'), flushes: released(UNITS + 7n) })
    expect((await read(escrow.id)).state).toBe('settled')
    expect((await payouts(escrow.id)).map(({ purpose, state }) => `${purpose} ${state}`)).toEqual([
      'escrow_refund void',
      'escrow_excess void',
      'escrow_release final',
    ])
    expect(await looks()).toEqual([])
  })
})
