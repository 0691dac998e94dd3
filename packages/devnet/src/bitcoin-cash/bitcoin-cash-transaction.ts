import { binToHex, cashAddressToLockingBytecode, decodeTransactionBCH, type TransactionCommon } from '@bitauth/libauth'

/** An output's name. */
export type CashOutpoint = { readonly txId: string; readonly vout: number }

/** The parts of a transaction. @throws {Error} with libauth's reason for bytes that are none. */
export const decodeTransaction = (raw: Uint8Array): TransactionCommon => must(decodeTransactionBCH(raw))

/** The outputs that a transaction spends. */
export const spentBy = ({ inputs }: TransactionCommon): CashOutpoint[] =>
  inputs.map(({ outpointTransactionHash, outpointIndex }) => ({ txId: binToHex(outpointTransactionHash), vout: outpointIndex }))

/** The output script of a cash address. @throws {Error} with libauth's reason for a text that is none. */
export const scriptOf = (address: string): Uint8Array => must(cashAddressToLockingBytecode(address)).bytecode

/** True for a cash address with its prefix, of any network. */
export const isCashAddress = (text: string): boolean => typeof cashAddressToLockingBytecode(text) !== 'string'

/** A result of libauth, which reports errors as strings. @throws {Error} with that string. */
export function must<Result>(result: Result | string): Result {
  if (typeof result === 'string') throw new Error(result)
  return result
}
