import { type Address, toHex } from 'viem'
import { HDKey, privateKeyToAddress } from 'viem/accounts'

/**
 * The gas payer's private key of one generation of the seed: `m/44'/60'/generation'/0/0` (BIP-32, BIP-44, coin type 60 of SLIP-44).
 * The generation is hardened, so a key reveals nothing about other generations.
 * @param seed - 16 to 64 bytes, as BIP-32 takes them.
 * @returns 32 bytes.
 */
export function gasPayerKey(seed: Uint8Array, generation: number): Uint8Array {
  const { privateKey } = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/${generation}'/0/0`)
  if (!privateKey) throw new Error('The seed gives no private key')
  return privateKey
}

/** The canonical address of a private key. */
export const addressOfKey = (privateKey: Uint8Array): Address => privateKeyToAddress(toHex(privateKey))
