import { bytesToHex, parseTransaction } from 'viem'

/** The most wei that a stored transaction may cost its sender; nodes accept it only while the account holds that much. */
export function maxCost(raw: Uint8Array): bigint {
  const { gas = 0n, maxFeePerGas = 0n, value = 0n } = parseTransaction(bytesToHex(raw))
  return gas * maxFeePerGas + value
}
