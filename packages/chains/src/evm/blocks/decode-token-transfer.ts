import { type Hex, toEventSelector } from 'viem'
import { addressIn } from './address-in.ts'
import type { LoggedTransfer } from './name-token-transfers.ts'
import type { EvmRail } from '../rail.ts'
import { SYSTEM_ADDRESS, type WireLog } from './shapes.ts'

/** First topic of ERC-20 transfers; ERC-721 shares it, with its token id as a fourth topic (EIP-20, EIP-721). */
export const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)')

// Two indexed addresses and one amount, which is exactly what makes the log an ERC-20 transfer.
const TOPICS = 3
const AMOUNT = /^0x[0-9a-f]{64}$/

/** True for a log of this event, with an amount of one word; by the emitter it is about a token, or about the coin (EIP-7708). */
export const isTransferLog = ({ topics, data }: WireLog): boolean =>
  topics[0] === TRANSFER_TOPIC && topics.length === TOPICS && AMOUNT.test(data)

/**
 * The token transfer of a log; empty for any other log, and for one that shows a transfer of the native coin a second time.
 * Any contract can emit any log, so a malformed one is skipped: the node is not at fault. The asset is set only for this deployment's token
 * contracts; every other token has `asset: null`, whatever its name.
 */
export function decodeTokenTransfer(rail: EvmRail, log: WireLog): readonly LoggedTransfer[] {
  if (log.address === SYSTEM_ADDRESS || log.address === rail.nativeLogs) return []
  const to = addressIn(log.topics[2])
  if (!isTransferLog(log) || to === undefined) return []
  const units = BigInt(log.data)
  if (units === 0n) return []
  const { transactionHash: txId, logIndex, address: token } = log
  return [{ txId, logIndex, to, asset: rail.assetOfToken(token), token, units }]
}
