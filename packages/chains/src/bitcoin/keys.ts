import { pubECDSA } from '@scure/btc-signer/utils.js'
import { type BitcoinNetwork, getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { type KeyDeriver, type KeyRequest, openKeyAccount } from '../key-account.ts'
import { findScriptAddress } from './address.ts'
import { formatOf } from './formats/format-of.ts'
import { keyHashScript } from './key-hash-script.ts'

/** Every deposit has a key of its own, which spends it and pays the network out of it (BIP-44, BIP-84). */
export const bitcoinKeys = {
  deposit: ({ rail, seed, generation }: KeyRequest) => {
    const network = getBitcoinNetwork(rail.chain, rail.network)
    const { coinType } = network
    const { purpose } = formatOf(network)
    return openKeyAccount({ seed, generation, purpose, coinType, addressOf: (key) => addressOfPrivateKey(network, key) })
  },
} satisfies KeyDeriver

/** The deposit address of a compressed public key. @throws {RangeError} unless the key has 33 bytes. */
export function addressOfPublicKey(network: BitcoinNetwork, publicKey: Uint8Array): string {
  const address = findScriptAddress(network, keyHashScript(formatOf(network).depositForm, publicKey))
  if (address === undefined) throw new RangeError('A key hash always has an address')
  return address
}

/** The deposit address of a private key. */
export const addressOfPrivateKey = (network: BitcoinNetwork, privateKey: Uint8Array): string =>
  addressOfPublicKey(network, pubECDSA(privateKey, true))
