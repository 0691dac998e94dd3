import { Transaction } from '@scure/btc-signer/transaction.js'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { hex } from '@scure/base'
import { keyHashScript } from '../key-hash-script.ts'
import { scriptForms } from '../script.ts'
import { readBitcoinAddress, spellBitcoinAddress } from './bitcoin-address.ts'
import type { ChainFormat, Spend, SpendInput } from './format.ts'

const [, , witnessKeyHash] = scriptForms

/**
 * Spending a P2WPKH output: outpoint, empty script, sequence; then witness count, signature of at most 72 bytes, public key (BIP-141,
 * BIP-143).
 */
const INPUT_WEIGHT = 4 * (36 + 1 + 4) + (1 + 1 + 72 + 1 + 33)

/** Replaceable by a transaction with a higher fee (BIP-125). */
const REPLACEABLE = 0xffff_fffd

/** Bitcoin: every deposit is a P2WPKH output (BIP-84), and its signatures are ECDSA. */
export const bitcoinFormat: ChainFormat = {
  scriptForms,
  depositForm: witnessKeyHash,
  purpose: 84,
  inputWeight: INPUT_WEIGHT,
  markerWeight: 2,
  readAddress: readBitcoinAddress,
  spellAddress: spellBitcoinAddress,
  linkOf: (address) => `bitcoin:${address}`,
  sign,
}

/** Signatures are deterministic (RFC 6979). */
function sign({ inputs, outputs }: Spend): Uint8Array {
  const transaction = new Transaction({ version: 2, lockTime: 0 })
  for (const input of inputs) transaction.addInput(unsignedInput(input))
  for (const output of outputs) transaction.addOutput(output)
  inputs.forEach(({ privateKey }, at) => transaction.signIdx(privateKey, at))
  transaction.finalize()
  return transaction.extract()
}

function unsignedInput({ txId, vout, units, privateKey }: SpendInput) {
  const script = keyHashScript(witnessKeyHash, pubECDSA(privateKey, true))
  return { txid: hex.decode(txId), index: vout, sequence: REPLACEABLE, witnessUtxo: { script, amount: units } }
}
