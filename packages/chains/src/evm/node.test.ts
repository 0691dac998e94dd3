import { concatHex, encodeFunctionData, type Hex, pad, parseEther, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPERATOR } from '../../contracts/anvil-chain.ts'
import { type EvmChain, evmChains } from '../definitions/evm.ts'
import { WrongNetwork } from '../errors.ts'
import type { ChainNode } from '../rail/chain-node.ts'
import { watchKey } from './address.ts'
import { TRANSFER_TOPIC } from './blocks/decode-token-transfer.ts'
import { testUsdcAbi } from './generated/test-contracts.ts'
import { createEvmNode } from './node.ts'
import { createEvmRail } from './rail.ts'
import { logInput, placeLogger, startTestChain, type TestChain } from './test-chain.ts'

const customer = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const mint = (units: bigint, to: Hex = customer): Hex => encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args: [to, units] })
const transferLog = (units: bigint): Hex => logInput([TRANSFER_TOPIC, OPERATOR, customer], pad(toHex(units)))

const chains = Object.keys(evmChains) as EvmChain[] // The type of the keys.

describe.each(chains)('the contract of %s', (chain) => {
  const {
    usdc: usdcOf,
    networks: [{ chainId: main }],
  } = evmChains[chain]
  let world: TestChain
  let node: ChainNode
  let calls: string[]
  let clean: Hex

  async function readBlock(height: number) {
    const block = await node.readBlock(height)
    if (!block) throw new Error(`There is no block ${height}`)
    return block
  }

  beforeAll(async () => {
    world = await startTestChain(chain)
  })
  afterAll(() => world.stop())
  beforeEach(async () => {
    clean = await world.chain.snapshot()
    calls = []
    node = createEvmNode({ rail: world.rail, rpcUrl: world.url, onCall: (method) => calls.push(method) })
  })
  afterEach(async () => {
    // Transactions left in the pool would appear in the next test's block.
    await world.chain.mine({ blocks: 1 })
    await world.chain.revert({ id: clean })
  })

  describe('readBlock', () => {
    test('A block shows transfers of its coin and of USDC, and the nonce of each transaction', async () => {
      const { height, hashes } = await world.mineTogether([
        { to: customer, value: 7n },
        { to: world.usdc, data: mint(12_500_000n) },
      ])
      const block = await readBlock(height)
      const to = watchKey(customer)
      expect(block.transfers).toEqual([
        { ref: `${hashes[0]}:native`, txId: hashes[0], to, asset: chain, token: null, units: 7n, needsReceipt: true },
        {
          ref: `${hashes[1]}:${watchKey(world.usdc)}:${to}:0`,
          txId: hashes[1],
          logIndex: 0,
          to,
          asset: usdcOf,
          token: watchKey(world.usdc),
          units: 12_500_000n,
        },
      ])
      const nonce = (await world.chain.getTransactionCount({ address: OPERATOR })) - 2
      expect(block.inputs).toEqual(hashes.map((txId, index) => ({ resource: watchKey(OPERATOR), sequence: nonce + index, txId })))
      expect([block.txIds, block.flushes]).toEqual([hashes, []])
      const stored = await world.chain.getBlock()
      expect(block).toMatchObject({ height, hash: stored.hash, parentHash: stored.parentHash })
      expect(block.at).toEqual(new Date(Number(stored.timestamp) * 1000))
    })

    test('An unsupported token has no asset, whatever its name', async () => {
      const thirdParty = '0x00000000000000000000000000000000beef0001'
      await placeLogger(world, thirdParty, 3)
      const { height } = await world.mineTogether([{ to: thirdParty, data: transferLog(5n) }])
      expect((await readBlock(height)).transfers).toMatchObject([{ to: watchKey(customer), asset: null, token: thirdParty, units: 5n }])
    })

    test('What moves no money is omitted: an ERC-721 token, zero amounts, and malformed logs of third parties', async () => {
      const nft = '0x00000000000000000000000000000000beef0004'
      const thirdParty = '0x00000000000000000000000000000000beef0001'
      const sloppy = '0x00000000000000000000000000000000beef0002'
      await placeLogger(world, nft, 4)
      await placeLogger(world, thirdParty, 3)
      await placeLogger(world, sloppy, 1)
      const { height } = await world.mineTogether([
        { to: nft, data: logInput([TRANSFER_TOPIC, OPERATOR, customer, '0x01'], '0x') },
        { to: thirdParty, data: transferLog(0n) },
        { to: customer, value: 0n },
        { to: thirdParty, data: logInput([TRANSFER_TOPIC, OPERATOR, `0x${'ff'.repeat(32)}`], pad('0x05')) },
        { to: thirdParty, data: logInput([TRANSFER_TOPIC, OPERATOR, customer], '0x05') },
        { to: thirdParty, data: logInput([TRANSFER_TOPIC, OPERATOR, customer], '0x') },
        { to: sloppy, data: logInput([TRANSFER_TOPIC], pad('0x05')) },
        { data: '0x00', value: 3n },
      ])
      const block = await readBlock(height)
      expect([block.transfers, block.flushes, block.txIds.length]).toEqual([[], [], 8])
    })

    test('Coins that a contract transfers inside a transaction are omitted while no log shows them', async () => {
      const forwarder = '0x00000000000000000000000000000000beef0003'
      // CALL(gas, customer, callvalue): the money arrives, but no transaction names the payer's target as its recipient.
      await world.chain.setCode({ address: forwarder, bytecode: `0x60006000600060003473${customer.slice(2).toLowerCase()}5af100` })
      const { height } = await world.mineTogether([{ to: forwarder, value: 9n }])
      expect(await node.readBalance(customer)).toBe(9n)
      expect((await readBlock(height)).transfers).toMatchObject([{ to: forwarder, units: 9n }])
    })

    test('A block of 500 transfers costs two calls and shows every one', async () => {
      const thirdParty = '0x00000000000000000000000000000000beef0001'
      await placeLogger(world, thirdParty, 3)
      const each = Array.from(
        { length: 500 },
        (_, index) => ({ to: thirdParty, data: transferLog(BigInt(index + 1)), gas: 50_000n }) as const,
      )
      const { height } = await world.mineTogether(each)
      calls = []
      const { transfers } = await readBlock(height)
      expect(calls).toEqual(['eth_getBlockByNumber', 'eth_getLogs'])
      expect(transfers.map(({ units }) => units)).toEqual(each.map((_, index) => BigInt(index + 1)))
      expect(new Set(transfers.map(({ ref }) => ref)).size).toBe(500)
    })

    test('An empty block costs one call', async () => {
      const { height } = await world.mineTogether([])
      calls = []
      expect(await readBlock(height)).toMatchObject({ transfers: [], inputs: [], flushes: [], txIds: [] })
      expect(calls).toEqual(['eth_getBlockByNumber'])
    })

    test('A height has another hash after a reorg, with a matching parent', async () => {
      const { height } = await world.mineTogether([{ to: customer, value: 7n }])
      await world.mineTogether([])
      const before = await readBlock(height)
      await world.chain.request({ method: 'anvil_reorg', params: [2, []] } as never) // viem does not know anvil's own method
      const [after, next] = [await readBlock(height), await readBlock(height + 1)]
      expect(after.hash).not.toBe(before.hash)
      expect([after.parentHash, after.transfers]).toEqual([before.parentHash, []])
      expect(next.parentHash).toBe(after.hash)
    })

    test('There is no block above the head', async () => {
      const { height } = await node.readHead()
      expect(await node.readBlock(height + 1)).toBeUndefined()
    })
  })

  describe('readHead', () => {
    test('The head names the latest block and the newest final one', async () => {
      await world.chain.mine({ blocks: 12 })
      const head = await node.readHead()
      const stored = await world.chain.getBlock()
      expect(head).toEqual({ height: Number(stored.number), hash: stored.hash, finalizedHeight: Number(stored.number) - 4 })
    })
  })

  describe('readMempool', () => {
    test('The mempool shows nothing, because it is not watched', async () => {
      await world.chain.sendTransaction({ account: OPERATOR, chain: null, to: customer, value: 7n })
      expect(node.rail.watchesMempool).toBe(false)
      expect(await node.readMempool(new Set())).toEqual({ txIds: new Set(), transfers: [], inputs: [] })
      expect(calls).toEqual([])
    })
  })

  describe('checkNetwork', () => {
    test('A node of the right network is accepted', async () => {
      await expect(node.checkNetwork()).resolves.toBeUndefined()
    })

    test('A node of another network is rejected, and both are named', async () => {
      const rail = createEvmRail({ chain, chainId: main, factory: world.rail.factory, tokens: { [usdcOf]: world.usdc } })
      const refusal = createEvmNode({ rail, rpcUrl: world.url }).checkNetwork()
      await expect(refusal).rejects.toThrow(WrongNetwork)
      await expect(refusal).rejects.toThrow(`serves network ${world.rail.chainId}, this deployment needs ${main}`)
    })
  })

  describe('readReceipts', () => {
    test('A receipt shows the outcome and the gas cost of a transaction', async () => {
      const reverting = '0x00000000000000000000000000000000beef0005'
      await world.chain.setCode({ address: reverting, bytecode: '0x60006000fd' })
      const { hashes } = await world.mineTogether([
        { to: customer, value: 7n },
        { to: reverting, value: 1n },
      ])
      calls = []
      const receipts = await node.readReceipts([...hashes, `0x${'00'.repeat(32)}`])
      expect(receipts.map(({ txId, succeeded }) => [txId, succeeded])).toEqual([
        [hashes[0], true],
        [hashes[1], false],
      ])
      const stored = await world.chain.getTransactionReceipt({ hash: hashes[0] ?? '0x' })
      expect(receipts[0]?.feeUnits).toBe(21_000n * stored.effectiveGasPrice)
      expect(await node.readReceipts([])).toEqual([])
      expect(calls).toEqual(Array.from({ length: 3 }, () => 'eth_getTransactionReceipt'))
    })
  })

  describe('estimateFees', () => {
    test("The fees are the head's base fee and the suggested tip, for one call per twelve blocks", async () => {
      await node.readHead()
      calls = []
      const { baseFeePerGas } = await world.chain.getBlock()
      expect(await node.estimateFees()).toEqual({ family: 'account', baseFeeWei: baseFeePerGas, priorityFeeWei: 1_000_000_000n })
      await node.estimateFees()
      expect(calls).toEqual(['eth_maxPriorityFeePerGas'])
      await world.chain.mine({ blocks: 12 })
      await node.readHead()
      await node.estimateFees()
      expect(calls.filter((method) => method === 'eth_maxPriorityFeePerGas')).toHaveLength(2)
    })

    test('The node is asked before any block was read, and an old block is never used', async () => {
      await world.chain.setNextBlockBaseFeePerGas({ baseFeePerGas: 77_000_000_000n })
      const { height } = await world.mineTogether([])
      expect(await node.estimateFees()).toMatchObject({ baseFeeWei: 77_000_000_000n })
      await node.readBlock(height - 1)
      expect(await node.estimateFees()).toMatchObject({ baseFeeWei: 77_000_000_000n })
      expect(calls).toEqual(['eth_getBlockByNumber', 'eth_maxPriorityFeePerGas', 'eth_getBlockByNumber', 'eth_getLogs'])
    })

    test.each([
      ['raised to the floor', { minPriorityFeeWei: 2_000_000_000n, maxPriorityFeeWei: 9_000_000_000n }, 2_000_000_000n],
      ['cut to the cap', { minPriorityFeeWei: 0n, maxPriorityFeeWei: 5n }, 5n],
    ])('A tip is %s', async (_, priorityFees, priorityFeeWei) => {
      const bounded = createEvmNode({ rail: world.rail, rpcUrl: world.url, priorityFees })
      expect(await bounded.estimateFees()).toMatchObject({ priorityFeeWei })
    })
  })

  describe('readBalance', () => {
    test('The balance is that of the coin at the head', async () => {
      await world.mineTogether([{ to: customer, value: parseEther('1.5') }])
      expect(await node.readBalance(customer)).toBe(1_500_000_000_000_000_000n)
    })
  })

  describe('readBalances', () => {
    const recipient = (number: number): Hex => pad(toHex(0xabc000 + number), { size: 20 })

    test('The balances are those at the named block, in the order of the addresses, for one call', async () => {
      const { height } = await world.mineTogether([
        { to: recipient(1), value: 5n },
        { to: recipient(2), value: parseEther('1') },
      ])
      await world.mineTogether([{ to: recipient(1), value: 7n }])
      calls = []
      const at = async (block: number, numbers: readonly number[]) => {
        const { hash } = await readBlock(block)
        calls = []
        return node.readBalances?.({ addresses: numbers.map(recipient), blockHash: hash })
      }
      expect(await at(height, [2, 3, 1])).toEqual([parseEther('1'), 0n, 5n])
      expect(calls).toEqual(['eth_call'])
      expect(await at(height + 1, [1, 2])).toEqual([12n, parseEther('1')])
      expect(await at(height - 1, [1])).toEqual([0n])
      const many = Array.from({ length: 2_000 }, (_, number) => number)
      expect((await at(height, many))?.reduce((sum, balance) => sum + balance, 0n)).toBe(parseEther('1') + 5n)
    })

    test('A block that the node does not have is refused', async () => {
      await expect(node.readBalances?.({ addresses: [customer], blockHash: pad('0x1') })).rejects.toThrow(chain)
    })
  })

  test('A contract holds code, and an ordinary account does not', async () => {
    expect(await node.holdsCode?.(world.usdc)).toBe(true)
    expect(await node.holdsCode?.(customer)).toBe(false)
  })

  describe('readUses', () => {
    const place = (number: number): Hex => pad(toHex(0xdef000 + number), { size: 20 })
    const placed = async (number: number, bytecode: Hex): Promise<Hex> => {
      await world.chain.setCode({ address: place(number), bytecode })
      return place(number)
    }

    test('a token is told from wallets and from other contracts, whatever these do when they are called, in one call', async () => {
      const asked: readonly (readonly [Hex, string])[] = [
        [customer, 'wallet'],
        [await placed(1, '0x00'), 'contract'],
        [await placed(2, '0x5f5ffd'), 'contract'],
        [await placed(3, '0xfe'), 'contract'],
        // It never ends: JUMPDEST, PUSH0, JUMP.
        [await placed(4, '0x5b5f56'), 'contract'],
        // It answers with two words.
        [await placed(5, '0x60405ff3'), 'contract'],
        // EIP-7702: an account that has delegated to the contract which answers nothing.
        [await placed(6, concatHex(['0xef0100', place(1)])), 'contract'],
        [world.usdc, 'token'],
      ]
      calls = []
      expect(await node.readUses?.(asked.map(([address]) => address))).toEqual(asked.map(([, use]) => use))
      expect(calls).toEqual(['eth_call'])
    })

    test('more addresses than one call takes are answered in their order', async () => {
      const many = Array.from({ length: 45 }, (_, number) => (number === 43 ? world.usdc : place(100 + number)))
      const uses = await node.readUses?.(many)
      expect(uses?.map((use, at) => (use === 'wallet' ? '' : at)).filter(String)).toEqual([43])
    })
  })
})
