import { signerOf } from '@gateway/chains/evm/escrow/test-settlement'
import { isEvmRail } from '@gateway/chains/evm/rail'
import type { FlushLog } from '@gateway/chains/rail/flush-log'
import { escrowView } from '@gateway/contract/escrows'
import { tables } from '@gateway/db/tables'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { advanceHighWater } from '../../custody/recovery/advance-high-water.ts'
import { payoutMetrics } from '../../observability/metrics/payout-metrics.ts'
import { ADDRESS, escrowsOf, openEscrow } from '../../testing/test-escrows.ts'
import { attemptsOf, coins, openChain, type TestChain } from '../../testing/test-chain.ts'
import { closeShop, openShop, type TestShop } from '../../testing/test-shop.ts'
import { signDue } from '../../testing/sign-forward.ts'
import { refundEscrow } from '../decisions/refund-escrow.ts'
import { releaseEscrow } from '../decisions/release-escrow.ts'
import { advanceDue } from '../sweeps/advance-due.ts'
import { listWaitingPayouts } from './list-waiting-payouts.ts'

const GWEI = 1_000_000_000n
const HOUR_MS = 60 * 60 * 1_000
const CONFIRMED = 12
/** 0.0009 ether. */
const UNITS = 900_000_000_000_000n
const decisions = { release: releaseEscrow, refund: refundEscrow } as const
const parties = {
  depositor_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1',
  beneficiary_address: '0xFFcf8FDEE72ac11b5c542428B35EEF5769C409f0',
}

let shop: TestShop
let eth: TestChain
let transactions = 1
beforeEach(async () => {
  shop = await openShop()
  eth = await openChain(shop.ctx, 'ETH')
  await eth.fundTreasury(shop.gasPayer)
  await gasCosts(GWEI / 10n)
})
afterEach(() => closeShop(shop))

const { read, payouts } = escrowsOf(() => ({ shop, btc: eth }))

/** Moves on by an hour, after which gas has this base fee. */
async function gasCosts(baseFeeWei: bigint): Promise<void> {
  shop.ctx.clock.advance(HOUR_MS)
  const fees = { family: 'account', baseFeeWei, priorityFeeWei: GWEI / 20n } as const
  await storeFeeEstimates(shop.ctx.orm.em.fork(), eth.lease, { fees, at: shop.ctx.clock.now() })
  await eth.showMempool()
}

async function pay(address: string, units: bigint): Promise<void> {
  await eth.mine({ transfers: [coins(address, units, { tx: ++transactions })] })
  await eth.mineEmpty(CONFIRMED)
}

/** A funded escrow that one of its parties has decided. */
async function decided(outcome: EscrowOutcome) {
  const { escrow, tokens } = await openEscrow(shop, { chain: 'ETH', amount: 0.0009, expires_in_hours: 720, ...parties })
  await pay(escrow.address, UNITS)
  await decisions[outcome](shop.ctx, { id: escrow.id, token: tokens.releaseToken, address: ADDRESS })
  return escrow
}

/** Lets the workflow look and the signer sign. @returns how many transactions it signed. */
async function sign(escrowId: string): Promise<number> {
  await advanceDue(shop.ctx, { escrowId })
  const signed = await signDue(shop.signer, 'ETH')
  await advanceHighWater(shop.signer)
  await eth.send()
  return signed
}

/** Mines our newest transaction with what the contract returns, and lets it become final. */
async function returns(address: string, units: bigint, outcomes: boolean): Promise<void> {
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  if (!attempt) throw new Error('nothing was signed')
  const emitter = address.toLowerCase()
  const place = { txId: attempt.handle, emitter, asset: 'ETH', token: null, logIndex: 102, ref: `${attempt.handle}:102` } as const
  const flush: FlushLog = { kind: 'flushed', ...place, merchantUnits: units, feeUnits: 0n, pays: 'return' }
  const outcome = { txId: attempt.handle, logIndex: 100, address: emitter, outcome: 'refund', exit: 'signature' } as const
  const { height } = await eth.mine({ attempts: [attempt], flushes: [flush], outcomes: outcomes ? [outcome] : [] })
  await eth.mineEmpty(1, height)
}

const waiting = async () => (await listWaitingPayouts(shop.ctx)).map(({ purpose, reason, units }) => [purpose, reason, units])

/** What the alert ForwardWaits looks at. */
const pending = async (): Promise<unknown> => {
  const figure = payoutMetrics.find(({ name }) => name === 'forward_pending_age_seconds')
  return (await figure?.query(shop.ctx.clock.now()).execute(tables(shop.ctx.orm.em.fork())))?.rows
}

test('one wei to the address of an ended escrow waits with its reason, and is returned with later money that is worth it', async () => {
  const { id, address } = await decided('refund')
  expect(await sign(id)).toBe(1)
  await returns(address, UNITS, true)
  expect((await read(id)).state).toBe('refunded')
  await gasCosts(30n * GWEI)
  await pay(address, 1n)
  expect(await sign(id)).toBe(0)
  expect(await waiting()).toEqual([['escrow_excess', 'below_cost_of_forwarding', 1n]])
  expect(await pending()).toEqual([])
  await pay(address, 50_000_000_000_000_000n)
  shop.ctx.clock.advance(60_000)
  expect(await sign(id)).toBe(1)
  await returns(address, 50_000_000_000_000_001n, false)
  expect(await payouts(id)).toMatchObject([{ state: 'final' }, { purpose: 'escrow_excess', state: 'final' }])
  expect(await shop.untrue()).toEqual([])
})

test.each(['release', 'refund'] as const)(
  'a %s that costs more than a third of what it moves is not sent, and its decision is shown so that a party can take it',
  async (outcome) => {
    const { id, address } = await decided(outcome)
    await gasCosts(30n * GWEI)
    expect(await sign(id)).toBe(0)
    expect(await waiting()).toEqual([[`escrow_${outcome}`, 'below_cost_of_forwarding', UNITS]])
    expect(await pending()).toEqual([{ chain: 'ETH', value: expect.any(Number) }])
    const { contract } = escrowView.present({ escrow: await read(id), isInside: false })
    expect(contract?.decision).toMatchObject({ outcome, outcome_code: outcome === 'release' ? 1 : 2 })
    const rail = shop.ctx.rails.get('ETH')
    if (!rail || !isEvmRail(rail)) throw new Error('no contract')
    const signature = contract?.decision?.proof ?? ''
    expect(await signerOf(rail, { escrow: address, outcome, signature })).toBe(shop.signer.keys.deciderAddress('ETH'))
    await gasCosts(GWEI / 10n)
    expect(await sign(id)).toBe(1)
    expect(await shop.untrue()).toEqual([])
  },
)

test('a settlement that fails in a block is tried again only while it is worth its earlier tries too', async () => {
  const { id } = await decided('refund')
  await gasCosts((9n * GWEI) / 10n)
  expect(await sign(id)).toBe(1)
  const attempt = (await attemptsOf(shop.ctx)).at(-1)
  if (!attempt) throw new Error('nothing was signed')
  const { height } = await eth.mine({ attempts: [attempt], receipts: [{ txId: attempt.handle, succeeded: false, feeUnits: 1n }] })
  await eth.mineEmpty(1, height)
  expect(await waiting()).toEqual([['escrow_refund', 'transaction_reverted', UNITS]])
  await gasCosts((9n * GWEI) / 10n)
  expect(await sign(id)).toBe(0)
  expect(await waiting()).toEqual([['escrow_refund', 'below_cost_of_forwarding', UNITS]])
  await gasCosts(GWEI / 10n)
  expect(await sign(id)).toBe(1)
})

test('nothing is signed or shown for an outcome that is not proven, however dear gas is', async () => {
  const { escrow } = await openEscrow(shop, { chain: 'ETH', amount: 0.0009, expires_in_hours: 720, ...parties })
  await pay(escrow.address, UNITS)
  await gasCosts(30n * GWEI)
  expect(await sign(escrow.id)).toBe(0)
  expect((await read(escrow.id)).decision).toBeNull()
})
