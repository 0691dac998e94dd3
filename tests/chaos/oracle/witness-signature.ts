import { secp256k1 } from '@noble/curves/secp256k1.js'
import { networks, payments, script, Transaction } from 'bitcoinjs-lib'
import type { SpentInput } from './signatures.ts'

/** The fault of an input that spends a P2WPKH output of Bitcoin (BIP-143). */
export function witnessProblem({ transaction, at, coin: { address, units } }: SpentInput): string | undefined {
  const [signature, publicKey, ...more] = transaction.ins[at]?.witness ?? []
  if (!signature || !publicKey || more.length > 0) return 'has no signature for a P2WPKH output'
  if (payments.p2wpkh({ pubkey: publicKey, network: networks.regtest }).address !== address) return 'is signed by another key'
  const { output: scriptCode } = payments.p2pkh({ pubkey: publicKey })
  const { signature: compact, hashType } = script.signature.decode(signature)
  if (!scriptCode || hashType !== Transaction.SIGHASH_ALL) return 'does not sign the whole transaction'
  const digest = transaction.hashForWitnessV0(at, scriptCode, units, hashType)
  return secp256k1.verify(compact, digest, publicKey, { prehash: false }) ? undefined : 'has an invalid signature'
}
