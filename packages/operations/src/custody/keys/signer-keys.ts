import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { DECIDER, GAS_PAYER, openKeyAccounts } from './key-accounts.ts'
import { seedOfEntropy } from './mnemonic.ts'

/** A MAC key for pins, with the generation of its seed. */
interface PinKey {
  readonly generation: number
  readonly key: KeyObject
}

/** A key of the pool: `generation` numbers the accounts of seeds, `idx` the addresses of one. */
interface DepositKeyId {
  readonly generation: number
  readonly idx: number
}

/**
 * All keys derived from the seed. Only the signer holds them. No extended public key is exposed: with one leaked child key it would reveal the
 * whole account.
 */
export interface SignerKeys {
  /** The generation of new addresses and gas payers. */
  readonly generation: number
  /** Ed25519 key that signs the addresses of the pool. */
  readonly poolKey: KeyObject
  /** Verifies its signatures. */
  readonly poolPublicKey: KeyObject
  /** Verifies pool signatures of an older generation. */
  poolPublicKeyOf(generation: number): KeyObject
  /** MAC keys of pins, newest first: without them a pin can neither be made nor copied to another row. */
  readonly pinKeys: readonly PinKey[]
  /** MAC keys of the decision log, newest first. */
  readonly decisionKeys: readonly KeyObject[]
  /** Private key of a pool address. @throws {RangeError} for a chain whose deposits have no keys, or that is not served. */
  depositKey(chain: ChainCode, id: DepositKeyId): Uint8Array
  /** The pool address of a key. @throws {RangeError} as `depositKey`. */
  depositAddress(chain: ChainCode, id: DepositKeyId): string
  /** Private key that pays the network fees of a chain; it owns nothing else. @throws {RangeError} where deposits pay, or for a chain not served. */
  gasPayerKey(chain: ChainCode): Uint8Array
  /** The address of that key. @throws {RangeError} as `gasPayerKey`. */
  gasPayerAddress(chain: ChainCode): string
  /** The account that decides new escrow contracts of a chain. @throws {RangeError} where no contract holds escrows, or for a chain not served. */
  deciderAddress(chain: ChainCode): string
  /** Private key of a decider of any generation; undefined for an account that is none. @throws {RangeError} as `deciderAddress`. */
  findDeciderKey(chain: ChainCode, address: string): Uint8Array | undefined
  /**
   * Erases the seed and its derived accounts; every later call throws.
   *
   * Best effort in JavaScript: the engine may have copied bytes, and the mnemonic was a string for a moment.
   */
  destroy(): void
}

// RFC 8410: a PKCS #8 Ed25519 key is this prefix and 32 bytes.
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const POOL_KEY_LABEL = 'gateway|pool-signature|1'
const ED25519_BYTES = 32
const PIN_KEY_LABEL = 'gateway|commit-pin|1'
const DECISION_KEY_LABEL = 'gateway|policy-decision|1'
const HMAC_BYTES = 32

/**
 * Derives the signer's keys for a deployment's chains. The caller erases its 32 bytes.
 *
 * @param generation - Selects the gas payer keys; deposit keys of every generation are available.
 */
export function openSignerKeys(input: { entropy: Uint8Array; rails: Rails; generation: number }): SignerKeys {
  const { rails, generation } = input
  const seed = seedOfEntropy(input.entropy)
  const accounts = openKeyAccounts(seed, rails)
  const decider = (chain: ChainCode) => accounts.open({ role: 'decider', chain, generation })
  const poolKey = derivePoolKey(seed)
  const poolPublicKey = createPublicKey(poolKey)
  return {
    generation,
    poolKey,
    poolPublicKey,
    poolPublicKeyOf: () => poolPublicKey,
    pinKeys: [{ generation, key: deriveMacKey(seed, PIN_KEY_LABEL) }],
    decisionKeys: [deriveMacKey(seed, DECISION_KEY_LABEL)],
    depositKey: (chain, id) => accounts.open({ ...id, role: 'deposit', chain }).privateKey(id.idx),
    depositAddress: (chain, id) => accounts.open({ ...id, role: 'deposit', chain }).address(id.idx),
    gasPayerKey: (chain) => accounts.gasPayerKey(chain, generation),
    gasPayerAddress: (chain) => accounts.open({ role: 'gasPayer', chain, generation }).address(GAS_PAYER),
    deciderAddress: (chain) => decider(chain).address(DECIDER),
    findDeciderKey: (chain, address) => (decider(chain).address(DECIDER) === address ? decider(chain).privateKey(DECIDER) : undefined),
    destroy: () => {
      accounts.wipe()
      seed.fill(0)
    },
  }
}

/** HKDF-SHA256 (RFC 5869) with its own label, so that no signature key can spend coins. */
function derivePoolKey(seed: Buffer): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', POOL_KEY_LABEL, ED25519_BYTES))
  const key = Buffer.concat([ED25519_PKCS8, secret])
  try {
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  } finally {
    secret.fill(0)
    key.fill(0)
  }
}

/** HKDF-SHA256 (RFC 5869) with its own label and no generation, so that old MACs stay valid. */
function deriveMacKey(seed: Buffer, label: string): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', label, HMAC_BYTES))
  try {
    return createSecretKey(secret)
  } finally {
    secret.fill(0)
  }
}
