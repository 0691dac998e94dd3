import { type DepositAccount, openDepositAccount } from '@gateway/chains/bitcoin/keys'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { isEvmRail } from '@gateway/chains/evm/rail'
import { relayerKey as deriveRelayerKey } from '@gateway/chains/evm/keys'
import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { createPrivateKey, createPublicKey, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { seedOfEntropy } from './mnemonic.ts'

/** What marks pins, and the generation of the seed that it comes from. */
interface PinKey {
  readonly generation: number
  readonly key: KeyObject
}

/**
 * Every key that follows from the seed. Only the signer has one; keys go to signing functions of the same process and nowhere else, and no
 * extended public key can be asked for: with one leaked child key it would give away the whole account.
 */
export interface SignerKeys {
  /** Which set of keys new addresses and the gas payers come from. */
  readonly generation: number
  /** Ed25519 key that signs the addresses of the pool. */
  readonly poolKey: KeyObject
  /** Checks what it has signed. */
  readonly poolPublicKey: KeyObject
  /** Checks what was signed about the addresses of a generation, when that was new. */
  poolPublicKeyOf(generation: number): KeyObject
  /** Secret keys of the signer's pins, the newest first: whoever lacks them can neither make a pin nor carry one over to another row. */
  readonly pinKeys: readonly PinKey[]
  /** Secret keys of the marks under the policy's decisions, the newest first. */
  readonly decisionKeys: readonly KeyObject[]
  /** Private key of a Bitcoin pool address. */
  bitcoinKey(generation: number, idx: number): Uint8Array
  bitcoinAddress(generation: number, idx: number): string
  /** Private key that pays gas on an EVM chain; it owns nothing else. */
  relayerKey(chain: ChainCode): Uint8Array
  /**
   * Overwrites the seed and the accounts derived from it; every later call throws.
   *
   * JavaScript promises no erasure: the engine may have copied bytes before, and the words were a string for a moment.
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
 * Derives the signer's keys for the chains of a deployment. The caller keeps its 32 bytes and overwrites them.
 *
 * @param generation - Which relayer keys; deposit keys of all generations can be had.
 */
export function openSignerKeys(input: { entropy: Uint8Array; rails: Rails; generation: number }): SignerKeys {
  const { rails, generation } = input
  const seed = seedOfEntropy(input.entropy)
  const relayers = new Map([...rails.values()].filter(isEvmRail).map(({ chain }) => [chain, deriveRelayerKey(seed, generation)]))
  const accounts = bitcoinAccounts(seed, rails)
  const poolKey = derivePoolKey(seed)
  const poolPublicKey = createPublicKey(poolKey)
  return {
    generation,
    poolKey,
    poolPublicKey,
    poolPublicKeyOf: () => poolPublicKey,
    pinKeys: [{ generation, key: deriveMacKey(seed, PIN_KEY_LABEL) }],
    decisionKeys: [deriveMacKey(seed, DECISION_KEY_LABEL)],
    bitcoinKey: (of, idx) => accounts.open(of).privateKey(idx),
    bitcoinAddress: (of, idx) => accounts.open(of).address(idx),
    relayerKey: (chain) => relayers.get(chain) ?? missing(`The signer has no gas key for ${chain}`),
    destroy: () => {
      accounts.wipe()
      for (const key of relayers.values()) key.fill(0)
      relayers.clear()
      seed.fill(0)
    },
  }
}

/** HKDF-SHA256 (RFC 5869) with a label of its own, so that no signature key is ever also a key that holds coins. */
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

/** HKDF-SHA256 (RFC 5869) with a label of its own; of the seed and no generation, so that old marks stay good. */
function deriveMacKey(seed: Buffer, label: string): KeyObject {
  const secret = Buffer.from(hkdfSync('sha256', seed, '', label, HMAC_BYTES))
  try {
    return createSecretKey(secret)
  } finally {
    secret.fill(0)
  }
}

/** Accounts by generation, each derived once: the way from the seed costs more than the step to an address. */
function bitcoinAccounts(seed: Buffer, rails: Rails) {
  const opened = new Map<number, DepositAccount>()
  const name = rails.get('BTC')?.network
  let destroyed = false
  return {
    open(generation: number): DepositAccount {
      if (destroyed || name === undefined) return missing('The signer has no Bitcoin keys')
      const known = opened.get(generation)
      if (known) return known
      const account = openDepositAccount({ network: getBitcoinNetwork(name), seed, generation })
      opened.set(generation, account)
      return account
    },
    wipe(): void {
      destroyed = true
      for (const account of opened.values()) account.wipe()
      opened.clear()
    },
  }
}

function missing(sentence: string): never {
  throw new RangeError(sentence)
}
