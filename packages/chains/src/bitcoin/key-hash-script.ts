import { hash160 } from '@scure/btc-signer/utils.js'
import { buildScript, type ScriptForm } from './script.ts'

/** The output script around the hash of a compressed public key. @throws {RangeError} unless the key has 33 bytes. */
export function keyHashScript(form: ScriptForm, publicKey: Uint8Array): Uint8Array {
  // BIP-143: uncompressed keys make a witness output unspendable by policy; the signer never uses them elsewhere either.
  if (publicKey.length !== 33) throw new RangeError('Deposits need a compressed public key')
  return buildScript({ form, payload: hash160(publicKey) })
}
