import { type Hex, pad, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { EvmRail } from '../rail.ts'
import { decodeTokenTransfer, TRANSFER_TOPIC } from './decode-token-transfer.ts'
import type { WireLog } from './shapes.ts'

const NATIVE = '0x0000000000000000000000000000000000001010'
const rail = { nativeLogs: NATIVE, assetOfToken: () => null } as unknown as EvmRail
const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const transferBy = (emitter: Hex): WireLog =>
  ({
    address: emitter,
    topics: [TRANSFER_TOPIC, pad(address('a')), pad(address('d'))],
    data: toHex(5n, { size: 32 }),
    transactionHash: '0x1',
    logIndex: 0,
  }) as unknown as WireLog

describe('token transfers in logs', () => {
  test('a Transfer log of any contract is a transfer of its token', () => {
    expect(decodeTokenTransfer(rail, transferBy(address('c')))).toMatchObject([{ token: address('c'), asset: null, units: 5n }])
  })

  test('a Transfer log of the coin of Polygon or of the node itself is no token', () => {
    const node = '0xfffffffffffffffffffffffffffffffffffffffe'
    for (const emitter of [NATIVE, node] as const) expect(decodeTokenTransfer(rail, transferBy(emitter))).toEqual([])
    const ethereum = { ...rail, nativeLogs: undefined } as EvmRail
    expect(decodeTokenTransfer(ethereum, transferBy(node))).toEqual([])
  })
})
