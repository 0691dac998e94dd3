import { encodeAbiParameters, encodeEventTopics, type Hex, pad, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { depositAbi } from '../generated/deposit-contracts.ts'
import { createEvmRail } from '../rail.ts'
import type { EvmRpc } from '../rpc.ts'
import { TRANSFER_TOPIC } from './decode-token-transfer.ts'
import { logsBloom } from './logs-bloom.ts'
import { readPricedBlock } from './read-block.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const [payer, contract, deposit, merchant, platform, usdc] = ['a', 'c', 'd', 'e', 'f', '5'].map(address) as [Hex, Hex, Hex, Hex, Hex, Hex]
const NODE = '0xfffffffffffffffffffffffffffffffffffffffe'
const [BLOCK, TX] = [hash('b'), hash('1')]
/** Sepolia runs the fork since then. */
const FORK_AT = 1_791_294_816

const railOf = (chainId: number) =>
  createEvmRail({ chain: 'ETH', chainId, factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', tokens: { USDC_ETH: usdc } })

interface Log {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}
interface Sent {
  readonly to?: Hex
  readonly value?: bigint
}

/** The log by which a node of the fork shows a movement of coins (EIP-7708); a token logs the same under its own address. */
const moved = (from: Hex, to: Hex, units: bigint): Log => ({
  address: NODE,
  topics: [TRANSFER_TOPIC, pad(from), pad(to)],
  data: toHex(units, { size: 32 }),
})

/** Reads a synthetic block with one transaction, on Sepolia unless another network is named. */
async function read({ to = contract, value = 0n }: Sent, logs: readonly Log[], { chainId = 11_155_111, at = FORK_AT } = {}) {
  const wire = {
    number: '0x7',
    hash: BLOCK,
    parentHash: hash('9'),
    timestamp: toHex(at),
    baseFeePerGas: '0x1',
    logsBloom: logsBloom(logs),
    transactions: [{ hash: TX, blockHash: BLOCK, from: payer, to, nonce: '0x0', value: toHex(value) }],
  }
  const place = { blockHash: BLOCK, blockNumber: '0x7', transactionHash: TX }
  const answers: Record<string, unknown> = {
    eth_getBlockByNumber: wire,
    eth_getLogs: logs.map((log, at) => ({ ...log, ...place, logIndex: toHex(at) })),
  }
  const rpc = { call: async (method: string) => answers[method] } as unknown as EvmRpc
  const priced = await readPricedBlock({ rail: railOf(chainId), rpc }, 7)
  if (!priced) throw new Error('there is no block')
  return priced.block
}

const byLog = (to: Hex, number: number, units: bigint) => ({ ref: `${TX}:ETH:${to}:${number}`, to, asset: 'ETH', token: null, units })

describe('a block of the next fork, whose node logs every movement of coins', () => {
  test("a transaction's own value counts once, though a log shows it too", async () => {
    const { transfers } = await read({ to: deposit, value: 5n }, [moved(payer, deposit, 5n)])
    expect(transfers).toMatchObject([{ ref: `${TX}:native`, to: deposit, asset: 'ETH', units: 5n, needsReceipt: true }])
    expect(transfers).toHaveLength(1)
  })

  test('what a contract pays is found in the block itself, each payment once', async () => {
    const logs = [moved(payer, contract, 9n), moved(contract, deposit, 4n), moved(contract, deposit, 4n)]
    const { transfers } = await read({ value: 9n }, logs)
    expect(transfers.filter(({ to }) => to === deposit)).toMatchObject([byLog(deposit, 0, 4n), byLog(deposit, 1, 4n)])
    expect(transfers.filter(({ to }) => to === contract)).toHaveLength(1)
  })

  test('the same payment by the transaction and by code at its sender counts twice, as it was made', async () => {
    const { transfers } = await read({ to: deposit, value: 5n }, [moved(payer, deposit, 5n), moved(payer, deposit, 5n)])
    expect(transfers.map(({ ref, units }) => [ref, units])).toEqual([
      [`${TX}:native`, 5n],
      [`${TX}:ETH:${deposit}:0`, 5n],
    ])
  })

  test('a failed transaction has no log, and its value waits for the receipt', async () => {
    expect((await read({ to: deposit, value: 5n }, [])).transfers).toMatchObject([{ ref: `${TX}:native`, needsReceipt: true }])
  })

  test('what a flush pays is its flush, and no token', async () => {
    const topics = encodeEventTopics({ abi: depositAbi, eventName: 'Flushed', args: { token: zeroAddress } }) as Hex[]
    const flushed = { address: deposit, topics, data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [99n, 1n]) }
    const { flushes, transfers } = await read({}, [moved(deposit, platform, 1n), flushed, moved(deposit, merchant, 99n)])
    expect(flushes).toMatchObject([{ kind: 'flushed', emitter: deposit, asset: 'ETH', token: null, merchantUnits: 99n, feeUnits: 1n }])
    expect(transfers).toMatchObject([byLog(platform, 0, 1n), byLog(merchant, 0, 99n)])
  })

  test('tokens are read beside it, and a contract that logs the same is an unsupported token', async () => {
    const { transfers } = await read(
      {},
      [usdc, contract].map((emitter) => ({ ...moved(payer, deposit, 7n), address: emitter })),
    )
    expect(transfers).toMatchObject([
      { asset: 'USDC_ETH', token: usdc, units: 7n },
      { asset: null, token: contract, units: 7n },
    ])
  })

  test.each<[string, Log]>([
    ['nothing', moved(contract, deposit, 0n)],
    ['another event of the node', { ...moved(contract, deposit, 5n), topics: [hash('4'), pad(contract), pad(deposit)] }],
    ['a fourth topic', { ...moved(contract, deposit, 5n), topics: [TRANSFER_TOPIC, pad(contract), pad(deposit), hash('0')] }],
    ['no amount', { ...moved(contract, deposit, 5n), data: '0x' }],
    ['a receiver that is no address', { ...moved(contract, deposit, 5n), topics: [TRANSFER_TOPIC, pad(contract), hash('d')] }],
  ])('a log of %s is no transfer', async (_what, log) => {
    expect((await read({}, [log])).transfers).toEqual([])
  })
})

describe('where the fork is not known to be active, logs of coins are neither money nor tokens', () => {
  const logs = [moved(payer, contract, 9n), moved(contract, deposit, 4n)]
  const ownValue = [{ ref: `${TX}:native`, to: contract, units: 9n }]

  test.each([
    ['mainnet', 1],
    ['the devnet', 31_337],
  ])('as on %s', async (_name, chainId) => {
    const { transfers } = await read({ value: 9n }, logs, { chainId })
    expect(transfers).toMatchObject(ownValue)
    expect(transfers).toHaveLength(1)
  })

  test('as in a block of Sepolia from before the fork', async () => {
    expect((await read({ value: 9n }, logs, { at: FORK_AT - 1 })).transfers).toHaveLength(1)
  })
})
