import { encodeAbiParameters, encodeFunctionData, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../../contracts/anvil-chain.ts'
import type { Block } from '../../rail/block.ts'
import type { RecoveryNode } from '../../rail/recovery-node.ts'
import { watchKey } from '../address.ts'
import { capFees } from '../fees/cap-fees.ts'
import { FLUSH_TOPICS } from './decode-flush.ts'
import { gasSchedules } from '../fees/gas-schedules.ts'
import { depositAddress, type DepositTerms, encodeFlush, flushGasLimit } from './deposit-factory.ts'
import { testUsdcAbi } from '../generated/test-contracts.ts'
import { addressOfKey } from '../keys/keys.ts'
import { createEvmNode } from '../node.ts'
import { maxCost } from '../fees/max-cost.ts'
import { signFlush } from './sign-flush.ts'
import { logInput, placeLogger, startTestChain, type TestChain } from '../test-chain.ts'

const feeReceiver = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const gasPayerKey = Buffer.alloc(32, 7)
const gasPayer = addressOfKey(gasPayerKey)
const caps = { maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 10n ** 10n }
let world: TestChain
let node: RecoveryNode
let payments = 0

/** Terms of a new payment of a merchant; every payment has its own address. */
function newTerms(merchant: Hex): DepositTerms {
  payments += 1
  return { id: `0x${payments.toString(16).padStart(64, '0')}`, merchant, feeReceiver, feeBps: 100 }
}

const addressOf = (terms: DepositTerms) => depositAddress(world.rail.factory, terms)
const mint = (to: Hex, units: bigint) => ({
  to: world.usdc,
  data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [to, units] }),
})
const freeze = (account: Hex) => ({
  to: world.usdc,
  data: encodeFunctionData({ abi: testUsdcAbi, functionName: 'blockAccount', args: [account] }),
})

async function flushByGasPayer(items: readonly DepositTerms[], asset: 'ETH' | 'USDC_ETH') {
  const estimate = await node.estimateFees()
  const fees = estimate.family === 'account' ? capFees(estimate, caps) : undefined
  if (!fees) throw new Error('gas fees exceed the caps')
  const nonce = await world.chain.getTransactionCount({ address: gasPayer })
  const { chainId, factory } = world.rail
  const gas = flushGasLimit(gasSchedules.osaka, items.length)
  return signFlush({ chainId, factory, token: world.rail.tokenOf(asset), items, nonce, fees, gas, privateKey: gasPayerKey })
}

async function mineAndRead(): Promise<Block> {
  await world.chain.mine({ blocks: 1 })
  const block = await node.readBlock((await node.readHead()).height)
  if (!block) throw new Error('There is no head')
  return block
}

beforeAll(async () => {
  world = await startTestChain()
  node = createEvmNode({ rail: world.rail, rpcUrl: world.url })
  await world.chain.setBalance({ address: gasPayer, value: 10n ** 20n })
})
afterAll(() => world.stop())

describe('a flush by the gas payer', () => {
  test("emits one event per deposit, with the merchant's and the platform's amount", async () => {
    const large = newTerms('0x00000000000000000000000000000000000aaaa1')
    const small = newTerms('0x00000000000000000000000000000000000aaaa2')
    await world.mineTogether([mint(addressOf(large), 10_000_050n), mint(addressOf(small), 99n)])
    const flush = await flushByGasPayer([small, large], 'USDC_ETH')
    expect(await node.broadcast(flush.raw)).toEqual({ outcome: 'accepted' })
    const block = await mineAndRead()
    const { txId, raw, inputs } = flush
    expect(block.inputs).toEqual(inputs.map((input) => ({ ...input, txId })))
    const stored = { txId, raw, inputs, transfers: [], calls: watchKey(world.rail.factory) }
    expect(await node.findTransaction({ txId, blockHash: block.hash })).toEqual(stored)
    expect(await node.findTransaction({ txId: `0x${'ab'.repeat(32)}`, blockHash: null })).toBeUndefined()
    const flushed = {
      kind: 'flushed',
      ref: expect.stringContaining(`${flush.txId}:`),
      txId: flush.txId,
      logIndex: expect.any(Number),
      asset: 'USDC_ETH',
      token: watchKey(world.usdc),
    }
    expect(block.flushes).toEqual([
      { ...flushed, emitter: watchKey(addressOf(large)), merchantUnits: 9_900_050n, feeUnits: 100_000n },
      { ...flushed, emitter: watchKey(addressOf(small)), merchantUnits: 99n, feeUnits: 0n },
    ])
  })

  test('costs at most the gas that the rail estimates', async () => {
    for (const asset of ['ETH', 'USDC_ETH'] as const) {
      const items = Array.from({ length: 3 }, () => newTerms('0x00000000000000000000000000000000000aaaa1'))
      await world.mineTogether(
        items.map((terms) => (asset === 'ETH' ? { to: addressOf(terms), value: 10n ** 18n } : mint(addressOf(terms), 10_000_000n))),
      )
      const fees = await node.estimateFees()
      const flush = await flushByGasPayer(items, asset)
      await node.broadcast(flush.raw)
      await mineAndRead()
      const [receipt] = await node.readReceipts([flush.txId])
      expect(receipt?.succeeded).toBe(true)
      expect(receipt?.feeUnits).toBeLessThanOrEqual(world.rail.forwardCost(fees, { asset, deposits: items.length }).units)
    }
  })

  test('fails only the deposit of a merchant frozen by the token', async () => {
    const frozen = newTerms('0x00000000000000000000000000000000000bbbb1')
    const fine = newTerms('0x00000000000000000000000000000000000bbbb2')
    await world.mineTogether([mint(addressOf(frozen), 1_000_000n), mint(addressOf(fine), 1_000_000n), freeze(frozen.merchant)])
    await node.broadcast((await flushByGasPayer([frozen, fine], 'USDC_ETH')).raw)
    const { flushes } = await mineAndRead()
    expect(flushes).toHaveLength(2)
    expect(flushes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'flush_failed',
          emitter: watchKey(world.rail.factory),
          deposit: watchKey(addressOf(frozen)),
          asset: 'USDC_ETH',
        }),
        expect.objectContaining({ kind: 'flushed', emitter: watchKey(addressOf(fine)), merchantUnits: 990_000n }),
      ]),
    )
  })
})

describe('a log that imitates a flush', () => {
  test('reports no failure unless the factory emitted it', async () => {
    const impostor = '0x00000000000000000000000000000000beef0001'
    await placeLogger(world, impostor, 3)
    const [failed] = FLUSH_TOPICS.slice(-1)
    const reason = encodeAbiParameters([{ type: 'bytes' }], ['0x'])
    const { height } = await world.mineTogether([{ to: impostor, data: logInput([failed ?? '0x', OPERATOR, world.usdc], reason) }])
    expect((await node.readBlock(height))?.flushes).toEqual([])
  })
})

describe('a third-party flush', () => {
  test('produces the same events as a flush by the gas payer', async () => {
    const terms = newTerms('0x00000000000000000000000000000000000cccc1')
    await world.mineTogether([{ to: addressOf(terms), value: 1_000n }])
    await world.mineTogether([{ to: world.rail.factory, data: encodeFlush(terms, null), from: OPERATOR }])
    const block = await node.readBlock((await node.readHead()).height)
    expect(block?.flushes).toMatchObject([
      { kind: 'flushed', emitter: watchKey(addressOf(terms)), asset: 'ETH', token: null, merchantUnits: 990n, feeUnits: 10n },
    ])
  })
})

describe('broadcast', () => {
  test('reports the same bytes as known, pooled or mined', async () => {
    const { raw } = await flushByGasPayer([newTerms(OPERATOR)], 'ETH')
    expect(await node.broadcast(raw)).toEqual({ outcome: 'accepted' })
    expect(await node.broadcast(raw)).toEqual({ outcome: 'known' })
    await mineAndRead()
    expect(await node.broadcast(raw)).toEqual({ outcome: 'known' })
  })

  test('leaves a transaction unknown after another one used its nonce, because only a final block proves it dead', async () => {
    const loser = await flushByGasPayer([newTerms(OPERATOR)], 'ETH')
    await node.broadcast((await flushByGasPayer([newTerms(OPERATOR)], 'ETH')).raw)
    await mineAndRead()
    expect(await node.broadcast(loser.raw)).toEqual({ outcome: 'unknown', reason: 'nonce too low', obstacle: 'not_the_fee' })
  })

  test.each([
    ['random bytes', () => Uint8Array.of(2, 0xde, 0xad), /decode/],
    ['a broken signature', (raw: Uint8Array) => raw.fill(0xff, -32), /signer|signature/],
  ])('refuses %s for good', async (_, damage, words) => {
    const { raw } = await flushByGasPayer([newTerms(OPERATOR)], 'ETH')
    expect(await node.broadcast(damage(raw))).toEqual({ outcome: 'refused', reason: expect.stringMatching(words), obstacle: 'not_the_fee' })
  })

  test('refuses for good a transaction for another chain, or with less gas than its bytes cost', async () => {
    const { chainId, factory } = world.rail
    const order = { chainId, factory, token: null, items: [newTerms(OPERATOR)], nonce: 0, gas: 500_000n, privateKey: gasPayerKey }
    const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
    const nonce = await world.chain.getTransactionCount({ address: gasPayer })
    const elsewhere = await signFlush({ ...order, fees, nonce, chainId: 1 })
    const starved = await signFlush({ ...order, fees, nonce, gas: 20_000n })
    expect(await node.broadcast(elsewhere.raw)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('chain id') })
    expect(await node.broadcast(starved.raw)).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('intrinsic gas') })
  })

  test('leaves the outcome unknown without gas money or with a low price, and only the price can be fixed by a fee bump', async () => {
    const { chainId, factory } = world.rail
    const order = { chainId, factory, token: null, items: [newTerms(OPERATOR)], nonce: 0, gas: 500_000n }
    const poor = await signFlush({
      ...order,
      fees: { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n },
      privateKey: Buffer.alloc(32, 9),
    })
    expect(await node.broadcast(poor.raw)).toEqual({
      outcome: 'unknown',
      reason: expect.stringMatching(/insufficient funds/i),
      obstacle: 'gas_money',
    })
    expect(maxCost(poor.raw)).toBe(500_000n * 10n ** 11n)
    const nonce = await world.chain.getTransactionCount({ address: gasPayer })
    const cheap = await signFlush({ ...order, nonce, fees: { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, privateKey: gasPayerKey })
    expect(await node.broadcast(cheap.raw)).toEqual({ outcome: 'unknown', reason: expect.stringContaining('less than block base fee') })
  })

  test('leaves the outcome unknown when the node is down', async () => {
    const down = createEvmNode({ rail: world.rail, rpcUrl: 'http://127.0.0.1:1' })
    const { raw } = await flushByGasPayer([newTerms(OPERATOR)], 'ETH')
    expect(await down.broadcast(raw)).toEqual({
      outcome: 'unknown',
      reason: expect.stringContaining('no answer to eth_sendRawTransaction'),
    })
  })
})
