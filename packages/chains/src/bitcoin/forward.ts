import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import { sumUnits } from '@gateway/domain/money/units'
import { compareBytes } from '@scure/btc-signer/utils.js'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import { addressScript } from './address.ts'
import { formatOf } from './formats/format-of.ts'
import type { SpendInput, SpendOutput } from './formats/format.ts'
import { dustUnits } from './size.ts'
import { displayHash, outpoint, RawTransaction, transactionHash, virtualSize } from './transaction.ts'

/** A leg of a forward. */
export interface ForwardOutput {
  readonly address: string
  readonly units: bigint
}

/** A signed transaction: its bytes, its id, and the outputs that no other transaction can spend once it is mined. */
export interface SignedForward {
  readonly raw: Uint8Array
  readonly txId: string
  readonly inputs: readonly TransactionInput[]
  /** Virtual bytes. */
  readonly vsize: number
  /** The miner's fee, in satoshis: inputs less outputs. */
  readonly feeUnits: bigint
}

/** An output is below the dust limit: the plan was made for another amount or address. */
export class DustOutput extends Error {
  override readonly name = 'DustOutput'
  constructor(units: bigint, dust: bigint) {
    super(`An output of ${units} satoshis is below the dust limit of ${dust}`)
  }
}

/** The outputs exceed the inputs, or a deposit is named twice; no such transaction is ever signed. */
export class UnbalancedForward extends Error {
  override readonly name = 'UnbalancedForward'
}

/**
 * Signs the transaction that spends all inputs to exactly these outputs, without change.
 * Inputs and outputs are sorted (BIP-69) and signatures are deterministic: the same deposits and legs give the same bytes in any
 * order.
 * @throws {DustOutput} when an output is below its dust limit.
 * @throws {UnbalancedForward} when the outputs exceed the inputs, one side is empty, or an outpoint is named twice.
 * @throws {RangeError} when an address does not belong to this network.
 */
export function buildForward(request: {
  network: BitcoinNetwork
  inputs: readonly SpendInput[]
  outputs: readonly ForwardOutput[]
}): SignedForward {
  const inputs = request.inputs.toSorted(byOutpoint)
  const outputs = request.outputs.map(({ address, units }) => ({ script: addressScript(request.network, address), amount: units }))
  const feeUnits = checkBalance(inputs, outputs)
  const raw = formatOf(request.network).sign({ inputs, outputs: outputs.toSorted(byAmountAndScript) })
  const txId = displayHash(transactionHash(RawTransaction.decode(raw)))
  const spent = inputs.map((input) => ({ resource: input.txId, sequence: input.vout }))
  return { raw, txId, inputs: spent, vsize: virtualSize(raw), feeUnits }
}

function checkBalance(inputs: readonly SpendInput[], outputs: readonly SpendOutput[]): bigint {
  if (inputs.length === 0 || outputs.length === 0)
    throw new UnbalancedForward('A forward spends at least one deposit to at least one address')
  if (new Set(inputs.map(({ txId, vout }) => outpoint(txId, vout))).size !== inputs.length)
    throw new UnbalancedForward('A deposit is named twice')
  for (const { script, amount } of outputs) if (amount < dustUnits(script)) throw new DustOutput(amount, dustUnits(script))
  const received = sumUnits(inputs)
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  if (paid > received) throw new UnbalancedForward('The outputs exceed the deposits')
  return received - paid
}

// BIP-69: by displayed transaction id, then by output number.
function byOutpoint(left: SpendInput, right: SpendInput): number {
  if (left.txId !== right.txId) return left.txId < right.txId ? -1 : 1
  return left.vout - right.vout
}

// BIP-69: by amount, then by script bytes.
function byAmountAndScript(left: SpendOutput, right: SpendOutput): number {
  if (left.amount !== right.amount) return left.amount < right.amount ? -1 : 1
  return compareBytes(left.script, right.script)
}
