import { HDKey } from '@scure/bip32'
import { hash160, pubECDSA } from '@scure/btc-signer/utils.js'
import type { BitcoinNetwork } from '../definitions/bitcoin.ts'
import { findScriptAddress } from './address.ts'
import { buildScript, scriptForms } from './script.ts'

const FIRST_HARDENED = 0x8000_0000

/** A deposit key: `generation` numbers the accounts of seeds, `idx` the addresses of one. */
export interface DepositKeyId {
  readonly generation: number
  readonly idx: number
}

/** Path of a deposit key: BIP-84 with a hardened account per generation, so that a leaked key endangers no other generation. */
export const depositPath = (network: BitcoinNetwork, { generation, idx }: DepositKeyId): string =>
  `m/84'/${network.coinType}'/${generation}'/0/${idx}`

/** One generation of deposit keys. It contains secrets: only the signer may hold one, and no extended key leaves it. */
export interface DepositAccount {
  /** @throws {RangeError} unless 0 ≤ idx < 2^31. */
  privateKey(idx: number): Uint8Array
  /** @throws {RangeError} unless 0 ≤ idx < 2^31. */
  address(idx: number): string
  /** Overwrites the account's keys; the account cannot be used afterwards. */
  wipe(): void
}

/**
 * Opens a generation of a seed's deposit keys (seed of 16 to 64 bytes). Sources: BIP-32, BIP-84.
 * @throws {RangeError} unless 0 ≤ generation < 2^31.
 */
export function openDepositAccount(request: { network: BitcoinNetwork; seed: Uint8Array; generation: number }): DepositAccount {
  const { network, seed, generation } = request
  const root = HDKey.fromMasterSeed(seed)
  const chain = root.derive(`m/84'/${network.coinType}'/${checkIndex(generation)}'/0`)
  root.wipePrivateData()
  const keyAt = (idx: number): Uint8Array => readPrivateKey(chain.deriveChild(checkIndex(idx)))
  return {
    privateKey: keyAt,
    address: (idx) => addressOfPrivateKey(network, keyAt(idx)),
    wipe: () => void chain.wipePrivateData(),
  }
}

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

function checkIndex(index: number): number {
  if (!Number.isSafeInteger(index) || index < 0 || index >= FIRST_HARDENED)
    throw new RangeError('Derivation indices count from 0 to 2^31 - 1')
  return index
}

function readPrivateKey(node: HDKey): Uint8Array {
  if (!node.privateKey) throw new RangeError('The derived node holds no private key')
  return node.privateKey
}
