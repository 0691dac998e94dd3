import { createPrivateKey, createPublicKey } from 'node:crypto'
import { base58 } from '@scure/base'
import type { KeyAccount, KeyDeriver, KeyRequest } from '../../key-account.ts'
import { childKey, derive, type ExtendedKey, masterKey, privateKeyOf } from './slip10.ts'

const PURPOSE = 44
// SLIP-44.
const COIN_TYPE = 501
// A level below the deposit key of the same index, so that the two never coincide.
const GAS_PAYER = 1

/**
 * Every deposit has a key of its own, at `m/44'/501'/index'/generation'`; generation 0 has the paths of common wallets. The keys that pay fees
 * and rent for tokens are below them, at `…/generation'/1'`. Every step is hardened: no public key leads to another. Sources: SLIP-0010,
 * SLIP-44.
 */
export const solanaKeys = {
  deposit: ({ seed, generation }: KeyRequest) => openAccount(seed, [generation]),
  gasPayer: ({ seed, generation }: KeyRequest) => openAccount(seed, [generation, GAS_PAYER]),
} satisfies KeyDeriver

function openAccount(seed: Uint8Array, below: readonly number[]): KeyAccount {
  const root = masterKey(seed)
  const coin = derive(root, [PURPOSE, COIN_TYPE])
  root.fill(0)
  // A wrong generation must fail at once, and not with the first key.
  derive(coin, [0, ...below]).fill(0)
  let isWiped = false
  const privateKey = (idx: number): Uint8Array => {
    if (isWiped) throw new RangeError('The account was wiped')
    return keyBelow(coin, idx, below)
  }
  const wipe = (): void => {
    coin.fill(0)
    isWiped = true
  }
  return { privateKey, address: (idx) => addressOfPrivateKey(privateKey(idx)), wipe }
}

function keyBelow(coin: ExtendedKey, idx: number, below: readonly number[]): Uint8Array {
  const node = derive(childKey(coin, idx), below)
  const key = privateKeyOf(node)
  node.fill(0)
  return key
}

// PKCS #8 of an Ed25519 key without its 32 bytes (RFC 8410 §7).
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')
const PUBLIC_KEY_BYTES = 32

/** The address of a private key: its Ed25519 public key in base58. */
export function addressOfPrivateKey(privateKey: Uint8Array): string {
  const der = Buffer.concat([PKCS8_HEAD, privateKey])
  const publicKey = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  der.fill(0)
  return base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES))
}
