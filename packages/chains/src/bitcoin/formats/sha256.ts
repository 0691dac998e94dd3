import { hash } from 'node:crypto'

/** SHA-256 by the system's own code: a block takes tens of thousands of them. */
export const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
