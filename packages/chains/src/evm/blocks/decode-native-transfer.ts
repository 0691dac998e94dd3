import { type Hex, pad, toEventSelector } from 'viem'
import type { EvmRail } from '../rail.ts'
import { addressIn } from './address-in.ts'
import { decodeSystemTransfer } from './decode-system-transfer.ts'
import type { LoggedTransfer } from './name-token-transfers.ts'
import type { NativeTransfer } from './native-transfer.ts'
import type { WireBlock, WireLog } from './shapes.ts'

/**
 * First topic of the log that a node of Polygon writes for every call that moves the native coin, those of contracts included. Topics: token, sender,
 * receiver; data: the amount, then four balances.
 * The contract at the same address logs the same event about a movement that the node has logged already. Only the second topic differs: the node
 * names the address itself, the contract its token on Ethereum.
 * Sources: `AddTransferLog` of https://github.com/0xPolygon/bor (`core/bor_fee_log.go`) and `_transferFrom` of
 * https://github.com/0xPolygon/genesis-contracts (`BaseERC20.sol`, of which `MRC20.sol` inherits).
 */
export const NATIVE_TRANSFER_TOPIC: Hex = toEventSelector('LogTransfer(address,address,address,uint256,uint256,uint256,uint256,uint256)')

const FIRST_WORD = /^0x[0-9a-f]{64}/

/**
 * The native transfers that a transaction's own contracts made, from the logs of a block whose node writes them; none elsewhere.
 *
 * A transaction's own value has such a log too, before those of its contracts. It is omitted, because the transaction itself shows it.
 */
export function internalTransfers(
  rail: EvmRail,
  { transactions, timestamp }: WireBlock,
  logs: readonly WireLog[],
): readonly LoggedTransfer[] {
  const decode = decoderOf(rail, timestamp)
  if (!decode) return []
  const own = new Map<string, WireBlock['transactions'][number]>(transactions.map((sent) => [sent.hash, sent]))
  const logged = logs.flatMap((log) => decode(rail, log)).toSorted((a, b) => a.logIndex - b.logIndex)
  return logged.flatMap(({ from, ...transfer }) => {
    const sent = own.get(transfer.txId)
    if (sent?.from !== from || sent.to !== transfer.to || sent.value !== transfer.units) return [transfer]
    own.delete(transfer.txId)
    return []
  })
}

/** Who logs transfers of the coin in a block of this time. */
function decoderOf({ nativeLogs, transferLogsFrom = Infinity }: EvmRail, timestamp: number): typeof decodeSystemTransfer | undefined {
  if (nativeLogs !== undefined) return decodeNativeTransfer
  return timestamp >= transferLogsFrom ? decodeSystemTransfer : undefined
}

function decodeNativeTransfer(rail: EvmRail, log: WireLog): readonly NativeTransfer[] {
  const [event, token] = log.topics
  if (log.address !== rail.nativeLogs || event !== NATIVE_TRANSFER_TOPIC || token !== pad(log.address)) return []
  const [from, to] = log.topics.slice(2).map(addressIn)
  const units = BigInt(FIRST_WORD.exec(log.data)?.[0] ?? 0)
  if (from === undefined || to === undefined || units === 0n) return []
  const { transactionHash: txId, logIndex } = log
  return [{ txId, logIndex, from, to, asset: rail.assetOfToken(null), token: null, units }]
}
