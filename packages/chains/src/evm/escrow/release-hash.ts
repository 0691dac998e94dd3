import { encodeAbiParameters, type Hex, keccak256, stringToHex } from 'viem'

const RELEASE_TOKEN = /^esc_(?<digits>[0-9a-f]{64})$/
const TAG = keccak256(stringToHex('EscrowFactory release token 1'))
const WORDS = [{ type: 'bytes32' }, { type: 'bytes32' }, { type: 'bytes32' }] as const

/**
 * The release hash of an escrow's terms, computed from the release token that its depositor receives.
 * The id is part of it, so a public token releases no other escrow.
 * @param id - The escrow's id, 32 bytes.
 * @param releaseToken - `esc_` and 64 hexadecimal digits.
 * @throws {RangeError} for any other text. No message repeats it, because it may be a secret.
 */
export function releaseHash(id: Hex, releaseToken: string): Hex {
  return keccak256(encodeAbiParameters(WORDS, [TAG, id, releaseProof(releaseToken)]))
}

/**
 * The proof of a release by release token: its 32 bytes. Any account that sees it can release the escrow once it is funded.
 * @throws {RangeError} for a text that is no release token.
 */
export function releaseProof(releaseToken: string): Hex {
  const digits = RELEASE_TOKEN.exec(releaseToken)?.groups?.['digits']
  if (digits === undefined) throw new RangeError('A release token is esc_ followed by 64 hexadecimal digits in lower case.')
  return `0x${digits}`
}
