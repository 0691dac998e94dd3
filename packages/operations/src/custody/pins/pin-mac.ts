import { type CommitStatement, commitText, type WalletStatement, walletText } from '@gateway/domain/custody/pin'
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { SignerKeys } from '../keys/signer-keys.ts'

type PinKeys = Pick<SignerKeys, 'pinKeys'>

/** The signer's mark under what it has checked of a commit (HMAC-SHA256, RFC 2104), by its newest seed. */
export const termsMac = (keys: PinKeys, statement: CommitStatement): Buffer => mac(newestOf(keys.pinKeys).key, commitText(statement))

/**
 * True of a mark that this signer has made under exactly this commit. An older seed vouches for addresses of its own time only: whoever has read it
 * cannot say where coins of a later one go. What a deposit contract pays is in its address, whoever vouches for it.
 */
export function isTermsMac({ pinKeys }: PinKeys, statement: CommitStatement, stored: Uint8Array | null): boolean {
  const { source } = statement.commit
  const since = source.kind === 'pool' ? source.generation : 0
  const text = commitText(statement)
  return pinKeys.some(({ generation, key }) => generation >= since && isSameMac(stored, mac(key, text)))
}

/** The signer's mark under a wallet that it has seen. */
export const walletMac = (keys: PinKeys, statement: WalletStatement): Buffer => mac(newestOf(keys.pinKeys).key, walletText(statement))

/** True of a mark that this signer has made under exactly this wallet, with any of its seeds. */
export function isWalletMac({ pinKeys }: PinKeys, statement: WalletStatement, stored: Uint8Array | null): boolean {
  const text = walletText(statement)
  return pinKeys.some(({ key }) => isSameMac(stored, mac(key, text)))
}

/** Compares in a time that tells nothing. */
export const isSameMac = (stored: Uint8Array | null, expected: Uint8Array): boolean =>
  stored !== null && stored.length === expected.length && timingSafeEqual(stored, expected)

/** HMAC-SHA256 of a text (RFC 2104). */
export const mac = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The first of the signer's keys of a kind. @throws {RangeError} when there is none. */
export function newestOf<T>(keys: readonly T[]): T {
  const [first] = keys
  if (first === undefined) throw new RangeError('The signer has no key for this mark')
  return first
}
