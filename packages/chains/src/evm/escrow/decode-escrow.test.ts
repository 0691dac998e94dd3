import { escrowAbi, escrowFactoryAbi } from '../generated/escrow-contracts.ts'
import { type Address, encodeAbiParameters, encodeEventTopics, type Hex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { WireLog } from '../blocks/shapes.ts'
import { createEvmRail } from '../rail.ts'
import { decodeEscrowPayout, decodeOutcome } from './decode-escrow.ts'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const rail = createEvmRail({
  chain: 'ETH',
  chainId: 1,
  factory: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  tokens: { USDC_ETH: usdc },
})
const escrow = '0x2222222222222222222222222222222222222222'
const txId: Hex = '0xaa'

const log = (address: Address, topics: readonly unknown[], data: Hex) =>
  ({ address, topics: topics as Hex[], data, blockHash: txId, blockNumber: 1, transactionHash: txId, logIndex: 7 }) satisfies WireLog
const amounts = (...units: bigint[]) =>
  encodeAbiParameters(
    units.map(() => ({ type: 'uint256' })),
    units,
  )

test('a release pays its parties with the excess, and its fee', () => {
  const released = log(escrow, encodeEventTopics({ abi: escrowAbi, eventName: 'Released', args: { token: usdc } }), amounts(99n, 1n, 5n))
  expect(decodeEscrowPayout(rail, released)).toMatchObject([
    { kind: 'flushed', ref: '0xaa:7', emitter: escrow, asset: 'USDC_ETH', merchantUnits: 104n, feeUnits: 1n, pays: 'release' },
  ])
  expect(decodeOutcome(rail, released)).toEqual([])
})

test('a return pays the depositor alone, in whatever asset', () => {
  const returned = log(escrow, encodeEventTopics({ abi: escrowAbi, eventName: 'Returned', args: { token: zeroAddress } }), amounts(8n))
  expect(decodeEscrowPayout(rail, returned)).toMatchObject([{ asset: 'ETH', token: null, merchantUnits: 8n, feeUnits: 0n, pays: 'return' }])
})

test('no other factory decides, and the log of a decision is no payout', () => {
  const data = encodeAbiParameters([{ type: 'uint8' }, { type: 'uint8' }], [1, 1])
  const topics = encodeEventTopics({ abi: escrowFactoryAbi, eventName: 'Decided', args: { escrow } })
  const decided = log(rail.escrows.factory, topics, data)
  expect(decodeOutcome(rail, decided)).toEqual([{ txId, logIndex: 7, address: escrow, outcome: 'release', exit: 'release_token' }])
  expect(decodeEscrowPayout(rail, decided)).toEqual([])
  expect(decodeOutcome(rail, log(usdc, topics, data))).toEqual([])
})
