import { createHash } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'

/** The SHA-256 hash of a text in base58, as blockhashes are written. */
export const hashOf = (text: string): string => getBase58Decoder().decode(createHash('sha256').update(text).digest())
