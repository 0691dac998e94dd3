import { type CommitStatement, commitText, type WalletStatement, walletText } from '@gateway/domain/custody/pin'
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SignerKeys } from '../keys/signer-keys.ts'

type PinKeys = Pick<SignerKeys, 'pinKeys'>

/** HMAC-SHA256 (RFC 2104) over a checked commit, with the newest seed's key. */
export const termsMac = (keys: PinKeys, statement: CommitStatement): Buffer => mac(newestOf(keys.pinKeys).key, commitText(statement))

/**
 * True when this signer made this MAC over exactly this commit. No seed attests a pool address of a later generation, because an old
 * seed may have leaked. The recipients of a deposit contract are part of its address, so there any seed will do.
 */
export function isTermsMac({ pinKeys }: PinKeys, statement: CommitStatement, stored: Uint8Array | null): boolean {
  const { source } = statement.commit
  const since = source.kind === 'pool' ? source.generation : 0
  const text = commitText(statement)
  return pinKeys.some(({ generation, key }) => generation >= since && isSameMac(stored, mac(key, text)))
}

/** HMAC-SHA256 over a wallet that the signer has seen. */
export const walletMac = (keys: PinKeys, statement: WalletStatement): Buffer => mac(newestOf(keys.pinKeys).key, walletText(statement))

/** True when any seed of this signer made this MAC over exactly this wallet. */
export function isWalletMac({ pinKeys }: PinKeys, statement: WalletStatement, stored: Uint8Array | null): boolean {
  const text = walletText(statement)
  return pinKeys.some(({ key }) => isSameMac(stored, mac(key, text)))
}

/** Compares in constant time. */
export const isSameMac = (stored: Uint8Array | null, expected: Uint8Array): boolean =>
  stored !== null && stored.length === expected.length && timingSafeEqual(stored, expected)

/** HMAC-SHA256 of a text (RFC 2104). */
export const mac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The signer's newest key of a kind. @throws {RangeError} when there is none. */
export function newestOf<T>(keys: readonly T[]): T {
  const [first] = keys
  if (first === undefined) throw new RangeError('The signer has no key for this MAC')
  return first
}
