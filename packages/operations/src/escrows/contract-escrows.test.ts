import { openSettlement } from '@gateway/chains/evm/escrow/test-settlement'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FlushLog, OutcomeLog } from '@gateway/chains/rail/flush-log'
import { insertSettlement, lockEscrows, saveEscrows } from '@gateway/db/escrows/queries'
import { platformBusinessId } from '@gateway/domain/businesses/business'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bumpStuckAttempts } from '../custody/fee-bumping/bump-stuck-attempts.ts'
import { storeFeeEstimates } from '../custody/costs/fee-estimates.ts'
import { advanceHighWater } from '../custody/recovery/advance-high-water.ts'
import { pausePayouts } from '../custody/pauses/pause-payouts.ts'
import { holdPhrase } from '../payments/summary/hold-phrases.ts'
import { signDue } from '../testing/sign-forward.ts'
import { attemptsOf, leaveOut, openChain, type TestChain, THIRD_PARTY, tokens } from '../testing/test-chain.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../testing/test-escrows.ts'
import { closeShop, openShop, type TestShop } from '../testing/test-shop.ts'
import type { PlacedEscrow } from './creation/commit-escrow.ts'
import { releaseEscrow } from './decisions/release-escrow.ts'
import { refundEscrow } from './decisions/refund-escrow.ts'
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

const UNITS = 50_000_000n
const FEE = UNITS / 100n
const HOUR_MS = 60 * 60 * 1_000
const CONFIRMED = 12
const parties = {
  depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
}

let transactions = 1
/** Pays units into an escrow, and has them confirmed. */
async function pay({ address }: Pick<PlacedEscrow, 'address'>, units: bigint): Promise<void> {
  await eth.mine({ transfers: [tokens(address, units, { tx: ++transactions })] })
  await eth.mineEmpty(CONFIRMED)
}

/** An escrow in USDC whose contract holds so much. */
async function open(units = UNITS) {
  const { escrow, tokens: secrets } = await openEscrow(shop, { chain: 'USDC_ETH', amount: 50, ...parties })
  if (units > 0n) await pay(escrow, units)
  const { id, address } = escrow
  return { id, address, token: secrets.releaseToken }
}

const byToken = ({ id, token }: { id: string; token: string }) => ({ id, token, address: ADDRESS })

/** What the escrow's contract and its factory log. */
const logs = ({ address }: Pick<PlacedEscrow, 'address'>, txId: string = THIRD_PARTY) => {
  const place = { txId, emitter: address.toLowerCase(), asset: 'USDC_ETH', token: null } as const
  const decided = (outcome: OutcomeLog['outcome'], exit: OutcomeLog['exit']): OutcomeLog[] => [
    { txId, logIndex: 100, address: address.toLowerCase(), outcome, exit },
  ]
  const paid = (
    logIndex: number,
    rest: Pick<Extract<FlushLog, { kind: 'flushed' }>, 'merchantUnits' | 'feeUnits' | 'pays'>,
  ): FlushLog[] => [{ kind: 'flushed', ref: `${txId}:${logIndex}`, logIndex, ...place, ...rest }]
  return {
    decided,
    released: (units = UNITS) => paid(101, { merchantUnits: units - FEE, feeUnits: FEE, pays: 'release' }),
    returned: (units = UNITS) => paid(102, { merchantUnits: units, feeUnits: 0n, pays: 'return' }),
  }
}

/** Lets the workflow look and the signer sign. @returns the newest transaction, and what it asks of the factory. */
async function sign({ id, address }: Pick<PlacedEscrow, 'id' | 'address'>) {
  await advanceDue(shop.ctx, { escrowId: id })
  await signDue(shop.signer, 'ETH')
  await advanceHighWater(shop.signer)
  await eth.send()
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  const rail = shop.ctx.rails.get('ETH')
  if (!attempt || !rail || !isEvmRail(rail)) throw new Error('nothing was signed')
  return { attempt, ...(await openSettlement(rail, attempt.raw, address)) }
}

/** Mines our transaction with what it logs, and lets it become final. */
async function settle(attempt: Awaited<ReturnType<typeof sign>>['attempt'], logged: { flushes?: FlushLog[]; outcomes?: OutcomeLog[] }) {
  const { height } = await eth.mine({ attempts: [attempt], ...logged })
  await eth.mineEmpty(1, height)
}

/** Mines what a third party has done, and lets it become final. */
async function happen(logged: { flushes?: FlushLog[]; outcomes?: OutcomeLog[] }): Promise<void> {
  const { height } = await eth.mine(logged)
  await eth.mineEmpty(1, height)
}

/** Lets hours pass with a current price of gas. */
async function pass(hours: number): Promise<void> {
  shop.ctx.clock.advance(hours * HOUR_MS)
  const fees = { family: 'account', baseFeeWei: 1_000_000_000n, priorityFeeWei: 1_000_000_000n } as const
  await storeFeeEstimates(shop.ctx.orm.em.fork(), eth.lease, { fees, at: shop.ctx.clock.now() })
  await eth.showMempool()
}

const decider = () => shop.signer.keys.deciderAddress('ETH')

describe('an escrow whose money a contract holds', () => {
  test('an escrow is released by a signature of the decider, which is another account than the gas payer', async () => {
    const escrow = await open()
    expect(await read(escrow.id)).toMatchObject({ state: 'funded', contract: { terms: { decider: decider(), amount: String(UNITS) } } })
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'release', signer: decider() })
    expect(decider()).not.toBe(shop.gasPayer)
    const { decided, released } = logs(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('release', 'signature'), flushes: released() })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: attempt.handle })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: FEE, networkFeeUnits: 0n }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an overpaid escrow is released in one transaction, and the excess is part of it', async () => {
    const escrow = await open(UNITS + 7n)
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt } = await sign(escrow)
    const { decided, released } = logs(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('release', 'signature'), flushes: released(UNITS + 7n) })
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'final', excessUnits: 7n, feeUnits: FEE }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow is refunded whole by a signature, and later deposits are returned without one', async () => {
    const escrow = await open()
    await refundEscrow(shop.ctx, byToken(escrow))
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: decider() })
    await settle(attempt, {
      outcomes: logs(escrow, attempt.handle).decided('refund', 'signature'),
      flushes: logs(escrow, attempt.handle).returned(),
    })
    expect(await read(escrow.id)).toMatchObject({ state: 'refunded', settlementTxId: attempt.handle })
    await pay(escrow, 9_000_000n)
    const late = await sign(escrow)
    expect([late.outcome, late.signer]).toEqual(['refund', undefined])
    await settle(late.attempt, { flushes: logs(escrow, late.attempt.handle).returned(9_000_000n) })
    expect(await payouts(escrow.id)).toMatchObject([
      { purpose: 'escrow_refund', state: 'final' },
      { purpose: 'escrow_excess', state: 'final', merchantUnits: 9_000_000n },
    ])
    expect(await shop.untrue()).toEqual([])
  })

  test('an escrow that expires with a part of its amount is refunded by a signature, and stays expired', async () => {
    const escrow = await open(UNITS / 2n)
    await pass(25)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: decider() })
    const { decided, returned } = logs(escrow, attempt.handle)
    await settle(attempt, { outcomes: decided('refund', 'signature'), flushes: returned(UNITS / 2n) })
    expect((await read(escrow.id)).state).toBe('expired')
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_excess', state: 'final' }])
    expect(await shop.untrue()).toEqual([])
  })
})

describe('an outcome that the chain decides', () => {
  test('an outcome becomes that of the escrow once it is final: a third party releases it by its token', async () => {
    const escrow = await open()
    const { decided, released } = logs(escrow)
    const { height } = await eth.mine({ outcomes: decided('release', 'release_token'), flushes: released() })
    expect((await read(escrow.id)).state).toBe('funded')
    await eth.mineEmpty(1, height)
    expect(await read(escrow.id)).toMatchObject({ state: 'settled', settlementTxId: THIRD_PARTY })
    expect((await history(escrow.id)).slice(3)).toEqual(['depositor: released', 'system: settled'])
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_release', state: 'final', feeUnits: FEE }])
    expect(await shop.untrue()).toEqual([])
  })

  test('an outcome whose block was orphaned decides nothing', async () => {
    const escrow = await open()
    const { decided, released } = logs(escrow)
    await eth.mine({ outcomes: decided('release', 'release_token'), flushes: released() })
    await eth.rollBack()
    const { height } = await eth.mine()
    await eth.mineEmpty(1, height)
    expect((await read(escrow.id)).state).toBe('funded')
    expect(await payouts(escrow.id)).toEqual([])
  })

  test('an outcome of the contract that is not paid yet is paid without a signature', async () => {
    const escrow = await open()
    await happen({ outcomes: logs(escrow).decided('release', 'release_token') })
    expect((await read(escrow.id)).state).toBe('released')
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'release', signer: undefined })
    await settle(attempt, { flushes: logs(escrow, attempt.handle).released() })
    expect((await read(escrow.id)).state).toBe('settled')
    expect(await shop.untrue()).toEqual([])
  })

  test('a settlement that a third party has forestalled is fee-bumped all the same: later payouts wait for its nonce', async () => {
    const [escrow, later] = [await open(), await open()]
    await releaseEscrow(shop.ctx, byToken(escrow))
    const { attempt } = await sign(escrow)
    const log = logs(escrow)
    await happen({ flushes: log.released(), outcomes: log.decided('release', 'release_token') })
    expect(await read(escrow.id)).toMatchObject({ state: 'settled' })
    await releaseEscrow(shop.ctx, byToken(later))
    await sign(later)
    await leaveOut(eth, 4)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(1)
    expect(await listWaitingPayouts(shop.ctx)).toEqual([])
    const again = (await attemptsOf(shop.ctx)).at(-1)
    expect([again?.intentId, again?.inputs]).toEqual([attempt.intentId, attempt.inputs])
  })

  test('a settlement that blocks leave out and a pause keeps from being fee-bumped is shown as stuck', async () => {
    const escrow = await open()
    await releaseEscrow(shop.ctx, byToken(escrow))
    await sign(escrow)
    await pausePayouts(shop.ctx, { scope: 'asset:USDC_ETH', reason: 'a drill', by: 'watcher' })
    await leaveOut(eth, 4)
    expect(await bumpStuckAttempts(shop.signer, eth.node.rail)).toBe(0)
    expect(await listWaitingPayouts(shop.ctx)).toMatchObject([
      { kind: 'stuck', id: escrow.id, reason: 'paused:asset:USDC_ETH', ending: 'lift', commands: [['lift', 'asset:USDC_ETH']] },
    ])
  })

  test('an outcome forbids another one from when a block shows it', async () => {
    const escrow = await open()
    await eth.mine({ outcomes: logs(escrow).decided('release', 'release_token') })
    await expect(refundEscrow(shop.ctx, byToken(escrow))).rejects.toMatchObject({ code: 'INVALID_STATE' })
    await pass(24 + 72)
    expect(await advanceDue(shop.ctx, { escrowId: escrow.id })).toMatchObject({ state: 'funded' })
    expect(await releaseEscrow(shop.ctx, byToken(escrow))).toMatchObject({ state: 'released' })
  })

  test('an outcome becomes that of an escrow whose deposit was never seen', async () => {
    const escrow = await open(0n)
    const { decided, released } = logs(escrow)
    await happen({ outcomes: decided('release', 'release_token'), flushes: released() })
    expect((await read(escrow.id)).state).toBe('settled')
    expect((await history(escrow.id)).slice(1)).toContain('depositor: released')
    expect(await shop.untrue()).toEqual([])
  })

  test('a refund that the contract cannot pay at once is paid as the refund', async () => {
    const escrow = await open()
    await refundEscrow(shop.ctx, byToken(escrow))
    const first = await sign(escrow)
    await settle(first.attempt, { outcomes: logs(escrow, first.attempt.handle).decided('refund', 'signature') })
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'flush_failed' }])
    await pass(25)
    const { attempt, ...signed } = await sign(escrow)
    expect(signed).toEqual({ outcome: 'refund', signer: undefined })
    await settle(attempt, { flushes: logs(escrow, attempt.handle).returned() })
    expect(await payouts(escrow.id)).toMatchObject([{ purpose: 'escrow_refund', state: 'final' }])
    expect((await read(escrow.id)).settlementTxId).toBe(attempt.handle)
  })

  test('an outcome against the recorded one is booked and alarmed, and settles nothing', async () => {
    const alarms: unknown[] = []
    shop.ctx.log.error = ({ alarm }) => void alarms.push(alarm)
    const escrow = await open()
    await releaseEscrow(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    const { decided, returned } = logs(escrow)
    await happen({ outcomes: decided('refund', 'deadline'), flushes: returned() })
    expect(alarms).toContain('escrow_outcome_differs')
    expect((await read(escrow.id)).state).toBe('released')
    expect(await payouts(escrow.id)).toContainEqual(expect.objectContaining({ purpose: 'escrow_refund', state: 'final' }))
    expect(await shop.untrue()).toEqual([])
  })
})

describe('the signer', () => {
  test('signs no release in the two days before the contract can be refunded by anybody', async () => {
    const escrow = await open()
    await releaseEscrow(shop.ctx, byToken(escrow))
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await pass(24 + 24 * 58 + 1)
    await signDue(shop.signer, 'ETH')
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'contract_deadline_is_near' }])
    expect(await listWaitingPayouts(shop.ctx)).toMatchObject([
      {
        kind: 'unsigned',
        subject: 'escrow',
        id: escrow.id,
        businessId: platformBusinessId,
        round: { ref: escrow.id, leg: 0 },
        purpose: 'escrow_release',
        state: 'released',
        units: 50_000_000n,
        reason: 'contract_deadline_is_near',
        because: holdPhrase('contract_deadline_is_near'),
        commands: [],
      },
    ])
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })

  test('signs nothing for an outcome that only a row claims', async () => {
    const escrow = await open()
    const em = shop.ctx.orm.em.fork()
    const claimed = { escrowId: escrow.id, outcome: 'release', actor: 'depositor', evidence: null, at: shop.ctx.clock.now() } as const
    await insertSettlement(em, claimed)
    const [locked] = await lockEscrows(em, [escrow.id])
    await saveEscrows(em, locked ? [Object.assign(locked, { state: 'released' as const })] : [])
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await signDue(shop.signer, 'ETH')
    expect(await payouts(escrow.id)).toMatchObject([{ state: 'held', holdReason: 'outcome_is_not_proven' }])
    await pay(escrow, 5_000_000n)
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await signDue(shop.signer, 'ETH')
    expect((await payouts(escrow.id)).map(({ holdReason }) => holdReason)).toEqual(['outcome_is_not_proven', 'outcome_is_not_due'])
    expect(await attemptsOf(shop.ctx)).toEqual([])
  })
})
