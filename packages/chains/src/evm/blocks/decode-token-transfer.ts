import { type Hex, toEventSelector } from 'viem'
import type { LoggedTransfer } from './name-token-transfers.ts'
import type { EvmRail } from '../rail.ts'
import { SYSTEM_ADDRESS, type WireLog } from './shapes.ts'

/** First topic of ERC-20 transfers; ERC-721 shares it, with its token id as a fourth topic (EIP-20, EIP-721). */
export const TRANSFER_TOPIC: Hex = toEventSelector('Transfer(address,address,uint256)')

// Two indexed addresses and one amount, which is exactly what makes the log an ERC-20 transfer.
const TOPICS = 3
const AMOUNT = /^0x[0-9a-f]{64}$/
const PADDED_ADDRESS = /^0x0{24}([0-9a-f]{40})$/

/**
 * The token transfer of a log; empty for any other log, and for one that shows a transfer of the native coin a second time.
 * Any contract can emit any log, so a malformed one is skipped: the node is not at fault. The asset is set only for this deployment's token
 * contracts; every other token has `asset: null`, whatever its name.
 */
export function decodeTokenTransfer(rail: EvmRail, log: WireLog): readonly LoggedTransfer[] {
  if (log.address === SYSTEM_ADDRESS || log.address === rail.nativeLogs) return []
  const to = PADDED_ADDRESS.exec(log.topics[2] ?? '')?.[1]
  if (log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== TOPICS || !to || !AMOUNT.test(log.data)) return []
  const units = BigInt(log.data)
  if (units === 0n) return []
  const { transactionHash: txId, logIndex, address: token } = log
  return [{ txId, logIndex, to: `0x${to}`, asset: rail.assetOfToken(token), token, units }]
}
