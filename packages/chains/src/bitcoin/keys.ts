import { hash160, pubECDSA } from '@scure/btc-signer/utils.js'
import { type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { type KeyDeriver, type KeyRequest, openKeyAccount } from '../key-account.ts'
import { findScriptAddress } from './address.ts'
import { buildScript, scriptForms } from './script.ts'

/** Every deposit has a key of its own, which spends it and pays the network out of it (BIP-84). */
export const bitcoinKeys = {
  deposit: ({ rail, seed, generation }: KeyRequest) => {
    const network = getBitcoinNetwork(rail.chain, rail.network)
    const { coinType } = network
    return openKeyAccount({ seed, generation, purpose: 84, coinType, addressOf: (key) => addressOfPrivateKey(network, key) })
  },
} satisfies KeyDeriver

/** The P2WPKH address of a compressed public key (BIP-141). @throws {RangeError} unless the key has 33 bytes. */
export function addressOfPublicKey(network: BitcoinNetwork, publicKey: Uint8Array): string {
  const address = findScriptAddress(network, publicKeyScript(publicKey))
  if (address === undefined) throw new RangeError('A witness key hash always has an address')
  return address
}

/** The P2WPKH address of a private key. */
export const addressOfPrivateKey = (network: BitcoinNetwork, privateKey: Uint8Array): string =>
  addressOfPublicKey(network, pubECDSA(privateKey, true))

/** The P2WPKH output script of a compressed public key. @throws {RangeError} unless the key has 33 bytes. */
export function publicKeyScript(publicKey: Uint8Array): Uint8Array {
  // BIP-143: uncompressed keys make a witness output unspendable by policy.
  if (publicKey.length !== 33) throw new RangeError('Witness outputs need a compressed public key')
  return buildScript({ form: witnessKeyHash, payload: hash160(publicKey) })
}

const [, , witnessKeyHash] = scriptForms
