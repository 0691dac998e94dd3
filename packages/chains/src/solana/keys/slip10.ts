import { createHmac } from 'node:crypto'

const FIRST_HARDENED = 0x8000_0000
const KEY_BYTES = 32

/** A node of the tree: 32 bytes of key, then 32 of chain code. It is a secret. */
export type ExtendedKey = Buffer

/** The root of a seed's tree for Ed25519. Source: SLIP-0010. */
export const masterKey = (seed: Uint8Array): ExtendedKey => createHmac('sha512', 'ed25519 seed').update(seed).digest()

/** A hardened child; Ed25519 has no others. @throws {RangeError} unless 0 ≤ index < 2^31. */
export function childKey(parent: ExtendedKey, index: number): ExtendedKey {
  if (!Number.isSafeInteger(index) || index < 0 || index >= FIRST_HARDENED)
    throw new RangeError('Derivation indices count from 0 to 2^31 - 1')
  const data = Buffer.alloc(1 + KEY_BYTES + 4)
  parent.copy(data, 1, 0, KEY_BYTES)
  data.writeUInt32BE(FIRST_HARDENED + index, 1 + KEY_BYTES)
  const child = createHmac('sha512', parent.subarray(KEY_BYTES)).update(data).digest()
  data.fill(0)
  return child
}

/** The private key of a node: a copy, which outlives the node. */
export const privateKeyOf = (node: ExtendedKey): Uint8Array => Uint8Array.from(node.subarray(0, KEY_BYTES))

/** A descendant; every node on the way is erased. */
export function derive(from: ExtendedKey, indices: readonly number[]): ExtendedKey {
  return indices.reduce((node, index) => {
    const child = childKey(node, index)
    if (node !== from) node.fill(0)
    return child
  }, from)
}
