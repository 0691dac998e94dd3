import { HDKey } from '@scure/bip32'
import type { Rail } from './rail.ts'

const FIRST_HARDENED = 0x8000_0000

/** The keys of one generation of a seed, by index. It contains secrets: only the signer may hold one, and no extended key leaves it. */
export interface KeyAccount {
  /** @throws {RangeError} unless 0 ≤ idx < 2^31. */
  privateKey(idx: number): Uint8Array
  /** @throws {RangeError} unless 0 ≤ idx < 2^31. */
  address(idx: number): string
  /** Overwrites the account's keys; the account cannot be used afterwards. */
  wipe(): void
}

/** A generation of a seed (16 to 64 bytes) on a chain. */
export interface KeyRequest {
  readonly rail: Pick<Rail, 'chain' | 'network'>
  readonly seed: Uint8Array
  readonly generation: number
}

/** What the keys of a chain are for: they own deposits, they pay the network fee and own nothing else, or they sign outcomes of escrows and own nothing. */
export type KeyRole = 'deposit' | 'gasPayer' | 'decider'

/** How a family of chains derives its keys from a seed; a role that it lacks has no keys. */
export type KeyDeriver = { readonly [Role in KeyRole]?: (request: KeyRequest) => KeyAccount }

/**
 * Opens the keys below `m/purpose'/coinType'/generation'/0`. The generation is hardened, so a key reveals nothing about other generations.
 * Sources: BIP-32, BIP-44, SLIP-44.
 *
 * @throws {RangeError} unless 0 ≤ generation < 2^31.
 */
export function openKeyAccount({ seed, generation, purpose, coinType, addressOf }: AccountRequest): KeyAccount {
  const root = HDKey.fromMasterSeed(seed)
  const chain = root.derive(accountPath({ purpose, coinType, generation: checkIndex(generation) }))
  root.wipePrivateData()
  const keyAt = (idx: number): Uint8Array => readPrivateKey(chain.deriveChild(checkIndex(idx)))
  return { privateKey: keyAt, address: (idx) => addressOf(keyAt(idx)), wipe: () => void chain.wipePrivateData() }
}

interface AccountPath {
  readonly purpose: 44 | 84
  readonly coinType: number
  readonly generation: number
}

interface AccountRequest extends AccountPath {
  readonly seed: Uint8Array
  readonly addressOf: (privateKey: Uint8Array) => string
}

/** The path of an account; its keys are one level below. */
export const accountPath = ({ purpose, coinType, generation }: AccountPath): string => `m/${purpose}'/${coinType}'/${generation}'/0`

function checkIndex(index: number): number {
  if (!Number.isSafeInteger(index) || index < 0 || index >= FIRST_HARDENED)
    throw new RangeError('Derivation indices count from 0 to 2^31 - 1')
  return index
}

function readPrivateKey(node: HDKey): Uint8Array {
  if (!node.privateKey) throw new RangeError('The derived node holds no private key')
  return node.privateKey
}
