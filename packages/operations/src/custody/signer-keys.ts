import { openDepositAccount } from '@gateway/chains/bitcoin/keys'
import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { addressOfKey, relayerKey } from '@gateway/chains/evm/keys'
import type { Rail } from '@gateway/chains/rail'
import type { Rails } from '@gateway/chains/registry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Everything the signer holds. Nothing of it leaves the signer's process but signatures and addresses. */
export interface SignerKeys {
  /** Ed25519 key that states which pool addresses are ours. */
  readonly poolKey: KeyObject
  /** Private key of a BTC deposit address. */
  bitcoinKey(generation: number, idx: number): Uint8Array
  bitcoinAddress(generation: number, idx: number): string
  /** Private key that pays gas on an account chain. */
  relayerKey(chain: ChainCode): Uint8Array
  /** Overwrites the seed; JavaScript promises no erasure of copies the engine made. */
  destroy(): void
}

/** What of the keys the other roles are configured with; nothing here can move money. */
export interface CustodyPublic {
  readonly deploymentId: string
  /** Base64 of SPKI DER. */
  readonly poolPublicKey: string
  readonly relayerAddresses: Readonly<Partial<Record<ChainCode, string>>>
}

const ENTROPY_BYTES = 32
// RFC 8410 §7: PKCS #8 wrapping of a raw Ed25519 private key.
const ED25519_PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The 24 words of a seed (BIP-39, English). */
export const wordsOf = (entropy: Buffer): string => entropyToMnemonic(entropy, wordlist)

/** Derives the signer's keys from a seed's 256 bits of entropy; the same words give the same keys on every machine. */
export function openKeys(entropy: Buffer, { rails, generation }: { rails: Rails; generation: number }): SignerKeys {
  if (entropy.length !== ENTROPY_BYTES) throw new RangeError(`a seed has ${ENTROPY_BYTES} bytes`)
  const seed = Buffer.from(mnemonicToSeedSync(wordsOf(entropy)))
  const bitcoin = accountsOf(rails.get('BTC'), seed)
  return {
    poolKey: poolKeyOf(seed),
    bitcoinKey: (of, idx) => bitcoin(of).privateKey(idx),
    bitcoinAddress: (of, idx) => bitcoin(of).address(idx),
    relayerKey: () => relayerKey(seed, generation),
    destroy: () => void seed.fill(0),
  }
}

/** What may be told to the other roles. */
export function publicFacts(keys: SignerKeys, { rails, deploymentId }: { rails: Rails; deploymentId: string }): CustodyPublic {
  const relayers = [...rails.values()]
    .filter((rail) => rail.family === 'account')
    .map((rail) => [rail.chain, addressOfKey(keys.relayerKey(rail.chain))] as const)
  const poolPublicKey = createPublicKey(keys.poolKey).export({ format: 'der', type: 'spki' }).toString('base64')
  return { deploymentId, poolPublicKey, relayerAddresses: Object.fromEntries(relayers) }
}

type Accounts = (generation: number) => ReturnType<typeof openDepositAccount>

/** Deriving an account takes milliseconds, so each generation is opened once. */
function accountsOf(rail: Rail | undefined, seed: Buffer): Accounts {
  const opened = new Map<number, ReturnType<typeof openDepositAccount>>()
  return (generation) => {
    if (!rail) throw new Error('this deployment does not serve BTC')
    const account = opened.get(generation) ?? openDepositAccount({ network: getBitcoinNetwork(rail.network), seed, generation })
    opened.set(generation, account)
    return account
  }
}

function poolKeyOf(seed: Buffer): KeyObject {
  const raw = Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), 'gateway|pool-signature|1', ENTROPY_BYTES))
  return createPrivateKey({ key: Buffer.concat([ED25519_PKCS8_PREFIX, raw]), format: 'der', type: 'pkcs8' })
}
