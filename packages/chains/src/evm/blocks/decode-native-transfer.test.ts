import { type Hex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { EvmRail } from '../rail.ts'
import { internalTransfers, NATIVE_TRANSFER_TOPIC } from './decode-native-transfer.ts'
import { decodeTokenTransfer, TRANSFER_TOPIC } from './decode-token-transfer.ts'
import type { WireBlock, WireLog } from './shapes.ts'

const NATIVE = '0x0000000000000000000000000000000000001010'
const rail = { nativeLogs: NATIVE, assetOfToken: () => 'POL' } as unknown as EvmRail
const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [payer, contract, deposit] = [address('a'), address('c'), address('d')]

const words = (...values: readonly bigint[]): Hex => `0x${values.map((value) => toHex(value, { size: 32 }).slice(2)).join('')}`
const log = (logIndex: number, [from, to, units]: readonly [Hex, Hex, bigint], changes: Partial<WireLog> = {}): WireLog =>
  ({
    address: NATIVE,
    topics: [NATIVE_TRANSFER_TOPIC, pad(NATIVE), pad(from), pad(to)],
    data: words(units, 9n, 0n, 9n - units, units),
    transactionHash: '0x1',
    logIndex,
    ...changes,
  }) as unknown as WireLog
const block = (from: Hex, to: Hex, value: bigint): WireBlock =>
  ({ transactions: [{ hash: '0x1', from, to, value }] }) as unknown as WireBlock

test('knows the event by the topic that Polygon documents', () => {
  expect(NATIVE_TRANSFER_TOPIC).toBe('0xe6497e3ee548a3372136af2fcb0696db31fc6cf20260707645068bd3fe97f3c4')
})

describe('native transfers in logs', () => {
  test('A transaction that pays directly is omitted, so that it counts once', () => {
    expect(internalTransfers(rail, block(payer, deposit, 5n), [log(0, [payer, deposit, 5n])])).toEqual([])
  })

  test('a payment by a contract is found, in whatever order the node gives the logs', () => {
    const logs = [log(2, [contract, deposit, 5n]), log(0, [payer, contract, 5n])]
    expect(internalTransfers(rail, block(payer, contract, 5n), logs)).toEqual([
      { txId: '0x1', logIndex: 2, to: deposit, asset: 'POL', token: null, units: 5n },
    ])
  })

  test('a second transfer alike is one by a contract', () => {
    const logs = [log(0, [payer, deposit, 5n]), log(3, [payer, deposit, 5n])]
    expect(internalTransfers(rail, block(payer, deposit, 5n), logs)).toMatchObject([{ logIndex: 3, units: 5n }])
  })

  // What one call of transfer(address,uint256) with its value logs on mainnet, by bor_fee_log.go and MRC20.sol.
  test('a payment through the token interface of the coin logs four times and counts once', () => {
    const rootToken = '0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0'
    const logs = [
      log(0, [payer, NATIVE, 5n]),
      log(1, [NATIVE, deposit, 5n]),
      log(2, [payer, deposit, 5n], { topics: [TRANSFER_TOPIC, pad(payer), pad(deposit)], data: words(5n) }),
      log(3, [payer, deposit, 5n], { topics: [NATIVE_TRANSFER_TOPIC, pad(rootToken), pad(payer), pad(deposit)] }),
    ]
    expect(internalTransfers(rail, block(payer, NATIVE, 5n), logs)).toEqual([
      { txId: '0x1', logIndex: 1, to: deposit, asset: 'POL', token: null, units: 5n },
    ])
    expect(logs.flatMap((entry) => decodeTokenTransfer(rail, entry))).toEqual([])
  })

  test.each<[string, Partial<WireLog>]>([
    [
      'the contract itself, which names its token on Ethereum',
      { topics: [NATIVE_TRANSFER_TOPIC, pad('0x3fd0A53F4Bf853985a95F4Eb3F9C9FDE1F8e2b53'), pad(contract), pad(deposit)] },
    ],
    [
      'the fee of a transaction',
      { topics: ['0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63', pad(NATIVE), pad(contract), pad(deposit)] },
    ],
    ['another contract', { address: contract }],
    ['another event', { topics: [pad('0x1'), pad(NATIVE), pad(contract), pad(deposit)] }],
    ['too few topics', { topics: [NATIVE_TRANSFER_TOPIC, pad(contract), pad(deposit)] }],
    ['a receiver that is no address', { topics: [NATIVE_TRANSFER_TOPIC, pad(NATIVE), pad(contract), `0x${'f'.repeat(64)}`] }],
    ['no amount', { data: '0x' }],
    ['nothing', { data: words(0n) }],
  ])('a log of %s is none', (_what, changes) => {
    expect(internalTransfers(rail, block(payer, contract, 0n), [log(0, [contract, deposit, 5n], changes)])).toEqual([])
  })

  test('a chain without such logs has none', () => {
    const plain = { ...rail, nativeLogs: undefined } as EvmRail
    expect(internalTransfers(plain, block(payer, contract, 0n), [log(0, [contract, deposit, 5n])])).toEqual([])
  })
})

// Logs of public blocks: 47401359 of Mumbai and 19321792 of Polygon's main network.
describe('logs that nodes of Polygon have written', () => {
  const sender = '0xce19de22143cd60741306a2067aeec48135fb901'
  const receiver = '0xb5a73a7eb92f478661548dc4af83a3924ceb6e83'
  const moved = log(0, [sender, receiver, 0n], {
    data: '0x00000000000000000000000000000000000000000000000000071afd498d000000000000000000000000000000000000000000000000000003c3c599b5870843000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003bcaa9c6bfa084300000000000000000000000000000000000000000000000000071afd498d0000',
  })

  test('the log of a transfer is read to the last unit', () => {
    const units = 2_000_000_000_000_000n
    expect(internalTransfers(rail, block(payer, contract, 0n), [moved])).toMatchObject([{ to: receiver, units }])
    expect(internalTransfers(rail, block(sender, receiver, units), [moved])).toEqual([])
  })

  test('the log of a fee moves nothing', () => {
    const fee = log(545, [sender, receiver, 0n], {
      topics: [
        '0x4dfe1bbbcf077ddc3e01291eea2d5c70c2b422b415d95645b9adcfd678cb1d63',
        '0x0000000000000000000000000000000000000000000000000000000000001010',
        '0x000000000000000000000000f6f28dc06989611e10df1eed4b94c94206dc96c4',
        '0x0000000000000000000000007b5000af8ab69fd59eb0d4f5762bff57c9c04385',
      ],
      data: '0x00000000000000000000000000000000000000000000000000132fc36fe662000000000000000000000000000000000000000000000000002cca131ba828a5b30000000000000000000000000000000000000000000008d838fe0aa089e30dc20000000000000000000000000000000000000000000000002cb6e358384243b30000000000000000000000000000000000000000000008d839113a63f9c96fc2',
    })
    expect(internalTransfers(rail, block(payer, contract, 0n), [fee])).toEqual([])
  })
})
