import type { EvmRail } from '../rail.ts'
import { addressIn } from './address-in.ts'
import { isTransferLog } from './decode-token-transfer.ts'
import type { NativeTransfer } from './native-transfer.ts'
import { SYSTEM_ADDRESS, type WireLog } from './shapes.ts'

/**
 * The movement of the native coin that the node itself logs, from the next fork of Ethereum on: by a transaction, a call or a self-destruction, to
 * another account. Empty for any other log. No contract can have the node's address.
 * Source: EIP-7708.
 */
export function decodeSystemTransfer(rail: EvmRail, log: WireLog): readonly NativeTransfer[] {
  if (log.address !== SYSTEM_ADDRESS || !isTransferLog(log)) return []
  const [from, to] = log.topics.slice(1).map(addressIn)
  const units = BigInt(log.data)
  if (from === undefined || to === undefined || units === 0n) return []
  const { transactionHash: txId, logIndex } = log
  return [{ txId, logIndex, from, to, asset: rail.assetOfToken(null), token: null, units }]
}
