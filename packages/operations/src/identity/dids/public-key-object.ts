import { createPublicKey, type KeyObject } from 'node:crypto'

/** 32 bytes of Ed25519 as a key that verifies. */
export const publicKeyObject = (raw: Uint8Array): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(raw).toString('base64url') } })
