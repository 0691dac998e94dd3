import type { Hex } from 'viem'
import type { EvmRail } from '../rail.ts'
import { TRANSFER_TOPIC } from './decode-token-transfer.ts'
import type { NativeTransfer } from './native-transfer.ts'
import { SYSTEM_ADDRESS, type WireLog } from './shapes.ts'

const TOPICS = 3
const AMOUNT = /^0x[0-9a-f]{64}$/
const PADDED_ADDRESS = /^0x0{24}([0-9a-f]{40})$/

/**
 * The movement of the native coin that the node itself logs, from the next fork of Ethereum on: by a transaction, a call or a self-destruction, to
 * another account. Empty for any other log. No contract can have the node's address.
 * Source: EIP-7708.
 */
export function decodeSystemTransfer(rail: EvmRail, log: WireLog): readonly NativeTransfer[] {
  const [event, ...parties] = log.topics
  if (log.address !== SYSTEM_ADDRESS || event !== TRANSFER_TOPIC || log.topics.length !== TOPICS || !AMOUNT.test(log.data)) return []
  const [from, to] = parties.flatMap((topic): Hex[] => addressIn(topic))
  const units = BigInt(log.data)
  if (from === undefined || to === undefined || units === 0n) return []
  const { transactionHash: txId, logIndex } = log
  return [{ txId, logIndex, from, to, asset: rail.assetOfToken(null), token: null, units }]
}

const addressIn = (topic: Hex): Hex[] => {
  const address = PADDED_ADDRESS.exec(topic)?.[1]
  return address === undefined ? [] : [`0x${address}`]
}
