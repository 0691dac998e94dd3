import { multibaseKey } from '@gateway/domain/identity/did'
import { didWebOf } from './did-web.ts'

/** A key that the document lists. */
export interface ListedKey {
  /** The name behind the `#`. */
  readonly kid: string
  /** 32 bytes of Ed25519. */
  readonly publicKey: Uint8Array
}

/** The id of a key in the document of its DID. */
export const keyIdOf = (did: string, kid: string): string => `${did}#${kid}`

/**
 * The service's DID document. Retired keys stay in it, in `assertionMethod` too, so that what they have signed stays valid.
 * Each key is a `Multikey`, which the libraries of others read, where `JsonWebKey` is unknown to some. Source: W3C DID Core, §5.
 */
export function didDocumentOf({ publicUrl, keys }: { publicUrl: string; keys: readonly ListedKey[] }) {
  const id = didWebOf(publicUrl)
  const ids = keys.map(({ kid }) => keyIdOf(id, kid))
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/multikey/v1'],
    id,
    verificationMethod: keys.map(({ kid, publicKey }) => ({
      id: keyIdOf(id, kid),
      type: 'Multikey',
      controller: id,
      publicKeyMultibase: multibaseKey(publicKey),
    })),
    authentication: ids,
    assertionMethod: ids,
  }
}
