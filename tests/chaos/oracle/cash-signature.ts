import { secp256k1 } from '@noble/curves/secp256k1.js'
import { payments, script } from 'bitcoinjs-lib'
import { createHash } from 'node:crypto'
import type { SpentInput } from './signatures.ts'

/** SIGHASH_ALL with the bit of the fork of 2017, whose digest is that of BIP-143. */
const ALL_OF_FORK = 0x41
const SCHNORR_BYTES = 64
const { Fn, Fp, BASE } = secp256k1.Point

/** The fault of an input that spends a P2PKH output of Bitcoin Cash. */
export function cashProblem(input: SpentInput): string | undefined {
  const [signature, publicKey, ...more] = pushesOf(input)
  if (!signature || !publicKey || more.length > 0) return 'has no signature for a P2PKH output'
  const { output: lock, hash } = payments.p2pkh({ pubkey: publicKey })
  const { transaction, at, coin } = input
  if (!lock || hexOf(hash) !== hashOfCashAddress(coin.address)) return 'is signed by another key'
  if (signature.length !== SCHNORR_BYTES + 1 || signature.at(-1) !== ALL_OF_FORK) return 'does not sign the whole transaction'
  const digest = transaction.hashForWitnessV0(at, lock, coin.units, ALL_OF_FORK)
  return isSchnorr(signature.subarray(0, SCHNORR_BYTES), digest, publicKey) ? undefined : 'has an invalid signature'
}

/** What the script of an input puts onto the stack; nothing when it does anything else. */
function pushesOf({ transaction, at }: SpentInput): Uint8Array[] {
  const chunks = script.decompile(transaction.ins[at]?.script ?? new Uint8Array()) ?? []
  const pushes = chunks.filter((chunk) => typeof chunk === 'object')
  return pushes.length === chunks.length ? pushes : []
}

/** Verifies by the Schnorr specification of Bitcoin Cash, May 2019: R = sG - eP has a square y and the x of the signature. */
function isSchnorr(signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean {
  const [r, s] = [signature.subarray(0, 32), signature.subarray(32)]
  const hashed = createHash('sha256').update(r).update(publicKey).update(digest).digest('hex')
  const [x, scalar] = [numberOf(r), numberOf(s)]
  if (x >= Fp.ORDER || scalar >= Fn.ORDER) return false
  const key = secp256k1.Point.fromBytes(publicKey)
  const point = BASE.multiplyUnsafe(scalar).subtract(key.multiplyUnsafe(Fn.create(BigInt(`0x${hashed}`))))
  if (point.is0()) return false
  const { x: px, y } = point.toAffine()
  return px === x && Fp.pow(y, (Fp.ORDER - 1n) / 2n) === 1n
}

const hexOf = (bytes: Uint8Array = new Uint8Array()): string => Buffer.from(bytes).toString('hex')
const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${hexOf(bytes)}`)

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const HASH_HEX = 40
const VERSION_HEX = 2

/** The hash in a cash address of 20 bytes: five bits a character, after a byte of version; its checksum is the node's to judge. */
function hashOfCashAddress(address: string): string {
  const data = address.slice(address.indexOf(':') + 1)
  const bits = Array.from(data, (character) => ALPHABET.indexOf(character).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  const hex = bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('')
  return hex.slice(VERSION_HEX, VERSION_HEX + HASH_HEX)
}
