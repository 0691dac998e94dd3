import {
  encodeTransactionBCH,
  generateSigningSerializationBCH,
  hash256,
  hexToBin,
  secp256k1,
  SigningSerializationTypeBCH,
  type TransactionCommon,
} from '@bitauth/libauth'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { keyHashScript } from '../key-hash-script.ts'
import { cashScriptForms } from '../script.ts'
import type { Spend } from './format.ts'

const [publicKeyHash] = cashScriptForms

/** SIGHASH_ALL with the fork's bit: the signature covers all inputs, all outputs and the spent amount, and is none on Bitcoin. */
const ALL = Uint8Array.of(SigningSerializationTypeBCH.allOutputs)

/** The last number: no lock time, and no replacement, which nodes of this chain do not know. */
const SEQUENCE = 0xffff_ffff

/**
 * Signs a spend of P2PKH outputs. Signatures are Schnorr's with deterministic nonces (the Schnorr specification of May 2019), and so always of
 * the same size.
 */
export function signCashSpend({ inputs, outputs }: Spend): Uint8Array {
  const publicKeys = inputs.map(({ privateKey }) => pubECDSA(privateKey, true))
  const sourceOutputs = inputs.map(({ units }, at) => ({
    lockingBytecode: keyHashScript(publicKeyHash, publicKeys[at] ?? new Uint8Array()),
    valueSatoshis: units,
  }))
  const unsigned: TransactionCommon = {
    version: 2,
    locktime: 0,
    inputs: inputs.map(({ txId, vout }) => ({
      outpointTransactionHash: hexToBin(txId),
      outpointIndex: vout,
      sequenceNumber: SEQUENCE,
      unlockingBytecode: new Uint8Array(),
    })),
    outputs: outputs.map(({ script, amount }) => ({ lockingBytecode: script, valueSatoshis: amount })),
  }
  const signatures = inputs.map(({ privateKey }, inputIndex) => {
    const context = { inputIndex, sourceOutputs, transaction: unsigned }
    const coveredBytecode = sourceOutputs[inputIndex]?.lockingBytecode ?? new Uint8Array()
    const message = generateSigningSerializationBCH(context, { coveredBytecode, signingSerializationType: ALL })
    return signHash(privateKey, hash256(message))
  })
  return encodeTransactionBCH({
    ...unsigned,
    inputs: unsigned.inputs.map((input, at) => ({ ...input, unlockingBytecode: pushes([signatures[at], publicKeys[at]]) })),
  })
}

function signHash(privateKey: Uint8Array, hash: Uint8Array): Uint8Array {
  const signature = secp256k1.signMessageHashSchnorr(privateKey, hash)
  if (typeof signature === 'string') throw new RangeError(signature)
  return Uint8Array.from([...signature, ...ALL])
}

/** A script that puts values of at most 75 bytes onto the stack. */
const pushes = (values: readonly (Uint8Array | undefined)[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value = new Uint8Array()) => [value.length, ...value]))
