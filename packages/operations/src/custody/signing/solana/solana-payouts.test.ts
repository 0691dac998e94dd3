import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { BLOCKHASH_BLOCKS, LEAST_BLOCKS_LEFT, SOLANA_SLOT_MS } from '@gateway/chains/definitions/solana'
import { associatedAccountOf } from '@gateway/chains/solana/associated-account'
import { solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { placeSolanaAccount } from '@gateway/devnet/solana/solana-faucet'
import { newKey } from '@gateway/chains/solana/test-chain'
import { findEscrow } from '@gateway/db/escrows/queries'
import { tables } from '@gateway/db/tables'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { releaseEscrow } from '../../../escrows/decisions/release-escrow.ts'
import { advanceDue } from '../../../escrows/sweeps/advance-due.ts'
import { ADDRESS, openEscrow } from '../../../testing/test-escrows.ts'
import { advanceHighWater } from '../../recovery/advance-high-water.ts'
import { signDue, signForward } from '../../../testing/sign-forward.ts'
import { openSolanaShop, type SolanaShop } from '../../../testing/solana-shop.ts'
import { attemptsOf } from '../../../testing/test-chain.ts'
import { closeShop, solanaWallets } from '../../../testing/test-shop.ts'

let shop: SolanaShop
beforeEach(async () => void (shop = await openSolanaShop()))
afterEach(async () => {
  await shop.stop()
  await closeShop(shop)
})

const HOUR_MS = 60 * 60_000
const FEE = 5_000n
const sign = (paymentId: string) => signForward(shop.signer, { paymentId })
const coinsAt = async (...addresses: string[]) => shop.chain.node.readCoins(addresses)
const tokensOf = async (owner: string) => (await shop.chain.ask.holdings(owner)).map(({ units }) => units)
const attempts = async () => (await attemptsOf(shop.ctx)).map(({ n, state }) => `${n} ${state}`)
/** The height of the last block that takes the signed transaction. */
const lastHeight = async () =>
  Number((await tables(shop.ctx.orm.em.fork()).selectFrom('attempt_input').select('sequence').executeTakeFirstOrThrow()).sequence)
const stateOf = async (id: string) => (await shop.read(id)).state
const treasury = async () => (await shop.book())['SOL chain:treasury'] ?? 0n

/** Signs the round of a payment, and lets its transaction become final. */
async function forward(id: string): Promise<void> {
  await sign(id)
  await shop.scan()
  await shop.settle()
}

describe('a payout in SOL', () => {
  test('A deposit is credited at finality, and its address is emptied to exactly nothing', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'SOL' })
    await shop.chain.pay(payment.address, { lamports: payment.dueUnits })
    await shop.chain.pass(FINAL_SLOTS - 1)
    await shop.scan()
    expect(await stateOf(payment.id)).toBe('pending')
    await shop.chain.pass(1)
    await shop.scan()
    expect(await stateOf(payment.id)).toBe('confirmed')
    await forward(payment.id)
    const share = payment.dueUnits / 100n
    expect(await stateOf(payment.id)).toBe('forwarded')
    expect(await coinsAt(payment.address, solanaWallets.merchant, solanaWallets.platform)).toEqual([
      0n,
      payment.dueUnits - share - FEE,
      share,
    ])
    expect(await shop.read(payment.id)).toMatchObject({ networkFeeUnits: FEE, feeUnits: share })
  })

  test('A fee that an empty platform account cannot receive is owed, and taken from a later payment', async () => {
    const [first, second] = [await shop.paid('SOL', 6), await shop.paid('SOL', 6)]
    await forward(first.id)
    expect(await coinsAt(solanaWallets.merchant, solanaWallets.platform)).toEqual([first.dueUnits - FEE, 0n])
    await forward(second.id)
    const shares = first.dueUnits / 100n + second.dueUnits / 100n
    expect(await coinsAt(solanaWallets.merchant, solanaWallets.platform)).toEqual([
      first.dueUnits + second.dueUnits - 2n * FEE - shares,
      shares,
    ])
  })

  test('A small fee waits until the balance of the platform is known', async () => {
    const payment = await shop.paid('SOL', 6)
    await tables(shop.ctx.orm.em.fork()).deleteFrom('account_balance').execute()
    await expect(sign(payment.id)).rejects.toThrow('account_balance_unknown')
    await shop.scan()
    shop.ctx.clock.advance(2_000)
    await sign(payment.id)
  })

  test('Dust at the address goes with the payout, since it could not stay', async () => {
    const payment = await shop.paid('SOL', 60)
    await shop.chain.pay(payment.address, { lamports: 7n })
    await shop.chain.finalize()
    await shop.scan()
    await forward(payment.id)
    expect(await coinsAt(payment.address)).toEqual([0n])
    expect(await stateOf(payment.id)).toBe('forwarded')
  })

  test('A deposit that can stay waits for a round of its own', async () => {
    const payment = await shop.paid('SOL', 60)
    await shop.chain.pay(payment.address, { lamports: 50_000_000n })
    await shop.chain.finalize()
    await shop.scan()
    await forward(payment.id)
    expect(await coinsAt(payment.address)).toEqual([50_000_000n])
    await shop.settle()
    await forward(payment.id)
    expect(await coinsAt(payment.address)).toEqual([0n])
  })

  test('Nothing is signed once a block every 200 ms could have left fewer than a hundred blocks to its blockhash', async () => {
    const payment = await shop.paid('SOL', 60)
    const { lastValidBlockHeight } = await shop.chain.ask.lifetime()
    const atMost = (BLOCKHASH_BLOCKS - FINAL_SLOTS - LEAST_BLOCKS_LEFT) * SOLANA_SLOT_MS
    shop.ctx.clock.advance(atMost + 1)
    await expect(sign(payment.id)).rejects.toThrow('nothing_to_forward')
    const intents = () => tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['state', 'holdReason']).execute()
    expect(await intents()).toEqual([{ state: 'planned', holdReason: null }])
    shop.ctx.clock.advance(30_000 - atMost)
    await expect(sign(payment.id)).rejects.toThrow('no_current_fee_estimate')
    expect(await intents()).toEqual([{ state: 'held', holdReason: 'no_current_fee_estimate' }])
    expect(await attempts()).toEqual([])
    await shop.chain.pass(50)
    await shop.scan()
    shop.ctx.clock.advance(atMost)
    await sign(payment.id)
    expect(await lastHeight()).toBe(lastValidBlockHeight + 50)
  })

  test('A payout whose every estimate leaves too few blocks, as with late finality or a clock ahead, is held half a minute later', async () => {
    const payment = await shop.paid('SOL', 60)
    const rows = tables(shop.ctx.orm.em.fork())
    const readNow = async (): Promise<void> => {
      const { fees } = await rows.selectFrom('chain_cursor').select('fees').where('chain', '=', 'SOL').executeTakeFirstOrThrow()
      const blockHeight = Number(fees?.['lastValidBlockHeight']) - LEAST_BLOCKS_LEFT + 1
      const late = { fees: { ...fees, blockHeight: String(blockHeight) }, feesAt: shop.ctx.clock.now() }
      await rows.updateTable('chain_cursor').set(late).where('chain', '=', 'SOL').execute()
    }
    await readNow()
    await expect(sign(payment.id)).rejects.toThrow('nothing_to_forward')
    shop.ctx.clock.advance(30_001)
    await readNow()
    await expect(sign(payment.id)).rejects.toThrow('no_current_fee_estimate')
    expect(await rows.selectFrom('spend_intent').select('state').execute()).toEqual([{ state: 'held' }])
  })

  test('An estimate is read again as soon as a quarter of the time is over for which it may be signed with', async () => {
    await shop.scan()
    for (const { later, reads } of [
      { later: 2_499, reads: 0 },
      { later: 1, reads: 1 },
    ]) {
      shop.ctx.clock.advance(later)
      shop.chain.readCalls()
      await shop.scan()
      expect(shop.chain.readCalls().filter((method) => method === 'getFeeForMessage')).toHaveLength(reads)
    }
  })

  test('A payout that is sent late and lands in the last block that takes it is final, however late that is seen, and never signed again', async () => {
    const payment = await shop.paid('SOL', 60)
    await sign(payment.id)
    await advanceHighWater(shop.signer)
    const [signed] = await attemptsOf(shop.ctx)
    const open = (await shop.chain.ask.lifetime()).lastValidBlockHeight - BLOCKHASH_BLOCKS + FINAL_SLOTS
    await shop.chain.pass((await lastHeight()) - open)
    await shop.chain.force(signed?.raw ?? new Uint8Array())
    await shop.chain.pass(FINAL_SLOTS + 1)
    for (const later of [0, 29_999, 60_000]) {
      shop.ctx.clock.advance(later)
      await shop.scan()
      expect(await attempts()).not.toEqual(['0 dead'])
    }
    while ((await shop.scan()).lagBlocks > 0);
    expect(await attempts()).toEqual(['0 final'])
    expect(await stateOf(payment.id)).toBe('forwarded')
    expect(await coinsAt(payment.address)).toEqual([0n])
  })

  test('An expired transaction is signed again only after two looks, half a minute apart, have found no trace of it', async () => {
    const payment = await shop.paid('SOL', 60)
    await sign(payment.id)
    await shop.chain.pay(payment.address, { lamports: 7n })
    await shop.chain.finalize()
    await shop.scan()
    await shop.chain.pass(200)
    for (const later of [0, 29_999]) {
      shop.ctx.clock.advance(later)
      while ((await shop.scan()).lagBlocks > 0);
      expect(await attempts()).toEqual(['0 signed'])
    }
    shop.ctx.clock.advance(1)
    await shop.scan()
    expect(await attempts()).toEqual(['0 dead'])
    await forward(payment.id)
    expect(await attempts()).toEqual(['0 dead', '1 final'])
    const share = (payment.dueUnits + 7n) / 100n
    expect(await coinsAt(payment.address, solanaWallets.merchant)).toEqual([0n, payment.dueUnits + 7n - share - FEE])
  })

  test('A transaction that failed in a block costs its address the fee, and the next one pays out the rest', async () => {
    const alarms: object[] = []
    Object.assign(shop.ctx.log, { error: (fields: object) => void alarms.push(fields) })
    const payment = await shop.paid('SOL', 60)
    await sign(payment.id)
    const [signed] = await attemptsOf(shop.ctx)
    await shop.chain.pay(payment.address, { lamports: 7n })
    await shop.chain.force(signed?.raw ?? new Uint8Array())
    await shop.settle()
    expect(await attempts()).toEqual(['0 dead'])
    expect(await coinsAt(payment.address)).toEqual([payment.dueUnits + 7n - FEE])
    shop.ctx.clock.advance(HOUR_MS)
    await shop.scan()
    await forward(payment.id)
    expect(await attempts()).toEqual(['0 dead', '1 final'])
    expect(await coinsAt(payment.address)).toEqual([0n])
    expect(await stateOf(payment.id)).toBe('forwarded')
    const received = payment.dueUnits + 7n
    const [feeUnits, networkFeeUnits] = [received / 100n, 2n * FEE]
    const merchantUnits = received - feeUnits - networkFeeUnits
    expect(await coinsAt(solanaWallets.merchant, solanaWallets.platform)).toEqual([merchantUnits, feeUnits])
    expect(await shop.read(payment.id)).toMatchObject({ receivedUnits: received, feeUnits, networkFeeUnits, merchantUnits })
    const legs = tables(shop.ctx.orm.em.fork()).selectFrom('spend_intent').select(['units', 'shortUnits', 'networkFeeUnits'])
    expect(await legs.execute()).toEqual([{ units: received, shortUnits: 0n, networkFeeUnits }])
    expect(alarms).toMatchObject([{ alarm: 'transaction_reverted' }])
    const untaken = tables(shop.ctx.orm.em.fork()).selectFrom('deposit').select('units').where('intentId', 'is', null)
    expect(await untaken.where('subject', '=', 'payment').execute()).toEqual([])
  })

  test('A deposit in a block that a fork drops is never seen', async () => {
    const payment = await shop.ask({ amount: 60, blockchain: 'SOL' })
    await shop.chain.pay(payment.address, { lamports: payment.dueUnits })
    await shop.chain.pass(FINAL_SLOTS - 1)
    await shop.scan()
    await shop.chain.fork(FINAL_SLOTS)
    await shop.settle()
    expect(await shop.read(payment.id)).toMatchObject({ state: 'pending', receivedUnits: 0n })
  })
})

describe('a payout in USDC', () => {
  test('The books of the gas payer follow fees, opened accounts and the rent of closed ones', async () => {
    for (const units of [0n, 1n]) {
      const payment = await shop.paid('USDC_SOL', 60)
      await forward(payment.id)
      const share = payment.dueUnits / 100n
      expect(await stateOf(payment.id)).toBe('forwarded')
      expect((await tokensOf(solanaWallets.merchant)).at(0)).toBe((payment.dueUnits - share) * (units + 1n))
      expect(await tokensOf(payment.address)).toEqual([])
      expect([-(await treasury())]).toEqual(await coinsAt(shop.solanaGasPayer))
    }
  })
})

describe('a payout in USDC that a block holds without having run it', () => {
  const fundGasPayer = (lamports: number) =>
    placeSolanaAccount(shop.chain.solana, {
      address: shop.solanaGasPayer,
      lamports,
      owner: '11111111111111111111111111111111',
      data: '',
    })

  test('It stays open until its height has passed, and only then another one is signed', async () => {
    const payment = await shop.paid('USDC_SOL', 60)
    await sign(payment.id)
    const [signed] = await attemptsOf(shop.ctx)
    await fundGasPayer(1_000)
    await shop.chain.force(signed?.raw ?? new Uint8Array())
    await fundGasPayer(10_000_000_000)
    await shop.settle()
    shop.ctx.clock.advance(60_000)
    await shop.settle()
    expect(await attemptsOf(shop.ctx)).toMatchObject([{ state: 'broadcast', height: null, succeeded: null }])
    await shop.chain.pass(BLOCKHASH_BLOCKS)
    for (const later of [0, 29_999]) {
      shop.ctx.clock.advance(later)
      while ((await shop.scan()).lagBlocks > 0);
      expect(await attempts()).toEqual(['0 broadcast'])
    }
    shop.ctx.clock.advance(1)
    await shop.scan()
    expect(await attempts()).toEqual(['0 dead'])
    await forward(payment.id)
    expect(await attempts()).toEqual(['0 dead', '1 final'])
    expect(await tokensOf(solanaWallets.merchant)).toEqual([payment.dueUnits - payment.dueUnits / 100n])
    expect(await stateOf(payment.id)).toBe('forwarded')
  })
})

describe('a payout in USDC that is worth less than the rent of an account', () => {
  test('It opens its payee’s account with what the account of its deposit holds, and only once that was read', async () => {
    const payment = await shop.paid('USDC_SOL', 0.5)
    await tables(shop.ctx.orm.em.fork()).deleteFrom('account_balance').execute()
    await expect(sign(payment.id)).rejects.toThrow('account_balance_unknown')
    await shop.scan()
    shop.ctx.clock.advance(2_000)
    const before = await coinsAt(shop.solanaGasPayer)
    await forward(payment.id)
    expect(await tokensOf(solanaWallets.merchant)).toEqual([payment.dueUnits - payment.dueUnits / 100n])
    const rentOfPlatform = await coinsAt(await associatedAccountOf(solanaWallets.platform, solanaUsdc.mint))
    expect(await coinsAt(shop.solanaGasPayer)).toEqual([(before[0] ?? 0n) - 2n * FEE - (rentOfPlatform[0] ?? 0n)])
  })
})

describe('a payout in USDC from an account that somebody else may close', () => {
  /** A payment of half a dollar that arrived in such an account, final. */
  async function paidAside() {
    const payment = await shop.ask({ amount: 0.5, blockchain: 'USDC_SOL' })
    await shop.chain.pay(payment.address, { usdc: payment.dueUnits, account: await shop.chain.placeAccount(payment.address) })
    await shop.settle()
    return payment
  }
  const signLater = async (id: string) => {
    await shop.scan()
    shop.ctx.clock.advance(2_000)
    return sign(id)
  }

  test('It waits while it would open an account whose rent its owner can keep, and costs the gas payer nothing', async () => {
    const payment = await paidAside()
    const before = await coinsAt(shop.solanaGasPayer)
    await expect(signLater(payment.id)).rejects.toThrow('below_cost_of_forwarding')
    expect(await attempts()).toEqual([])
    expect(await coinsAt(shop.solanaGasPayer)).toEqual(before)
  })

  test('It leaves with a later deposit that pays for the account', async () => {
    const payment = await paidAside()
    await expect(signLater(payment.id)).rejects.toThrow('below_cost_of_forwarding')
    await shop.chain.pay(payment.address, { usdc: 700_000n })
    await shop.settle()
    shop.ctx.clock.advance(60_000)
    await shop.scan()
    await forward(payment.id)
    expect(await attempts()).toEqual(['0 final'])
    expect(await tokensOf(solanaWallets.merchant)).toEqual([payment.dueUnits + 700_000n - (payment.dueUnits + 700_000n) / 100n])
  })

  test('It leaves to an account that exists, which it does not open again should its owner close it meanwhile', async () => {
    await shop.chain.pay(solanaWallets.merchant, { usdc: 1n })
    const payment = await paidAside()
    await shop.chain.pay(solanaWallets.platform, { usdc: 1n })
    await shop.chain.finalize()
    const before = await coinsAt(shop.solanaGasPayer)
    await signLater(payment.id)
    await shop.scan()
    await shop.settle()
    expect(await stateOf(payment.id)).toBe('forwarded')
    expect((await coinsAt(shop.solanaGasPayer))[0]).toBe((before[0] ?? 0n) - 2n * FEE)
  })
})

describe('an escrow in USDC that is overpaid', () => {
  const depositor = newKey().address
  /** Releases an escrow of five dollars into which so much more was paid. @returns what the gas payer spent on it. */
  async function release(excess: bigint): Promise<bigint> {
    const { escrow, tokens } = await openEscrow(shop, {
      chain: 'USDC_SOL',
      amount: 5,
      depositor_address: depositor,
      beneficiary_address: solanaWallets.merchant,
    })
    await shop.chain.pay(escrow.address, { usdc: 5_000_000n + excess })
    await shop.settle()
    const before = await coinsAt(shop.solanaGasPayer)
    await releaseEscrow(shop.ctx, { id: escrow.id, token: tokens.releaseToken, address: ADDRESS })
    await advanceDue(shop.ctx, { escrowId: escrow.id })
    await shop.scan()
    shop.ctx.clock.advance(2_000)
    await signDue(shop.signer, 'SOL')
    await advanceHighWater(shop.signer)
    await shop.scan()
    await shop.settle()
    expect((await findEscrow(shop.ctx.orm.em.fork(), { id: escrow.id }))?.state).toBe('settled')
    const [left = 0n] = await coinsAt(shop.solanaGasPayer)
    return (before[0] ?? 0n) - left
  }

  test('By one unit: that goes with the release, and opens no account for the depositor', async () => {
    for (const owner of [solanaWallets.merchant, solanaWallets.platform]) await shop.chain.pay(owner, { usdc: 1n })
    expect(await release(1n)).toBeLessThanOrEqual(2n * FEE)
    expect(await tokensOf(depositor)).toEqual([])
    expect(await tokensOf(solanaWallets.merchant)).toEqual([4_950_002n])
    expect(await shop.untrue()).toEqual([])
  })

  test('By more than three times the rent: that goes back to the depositor, in an account of its own', async () => {
    await release(1_000_000n)
    expect(await tokensOf(depositor)).toEqual([1_000_000n])
    expect(await tokensOf(solanaWallets.merchant)).toEqual([4_950_000n])
    expect(await shop.untrue()).toEqual([])
  })
})

test('Whatever leaves an address without a signature of ours is an alarm', async () => {
  const payment = await shop.paid('SOL', 60)
  const { source } = await tables(shop.ctx.orm.em.fork())
    .selectFrom('payout_terms')
    .select('source')
    .where('subjectId', '=', payment.id)
    .executeTakeFirstOrThrow()
  await shop.chain.steal(shop.signer.keys.depositKey('SOL', source as { generation: number; idx: number }), payment.dueUnits)
  await shop.settle()
  expect(await shop.untrue()).toEqual([expect.stringContaining('SOL ')])
  await tables(shop.ctx.orm.em.fork()).deleteFrom('outgoing_transaction').execute()
})
