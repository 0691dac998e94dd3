import { findIssuerKey } from '@gateway/db/identity/issuer-key-queries'
import { isDid, multibaseKey, publicKeyOf } from '@gateway/domain/identity/did'
import type { KeyObject } from 'node:crypto'
import type { ApiContext } from '../../kernel/context.ts'
import { schemeOf } from '../../egress/scheme-of.ts'
import { keyIdOf } from '../dids/did-document.ts'
import { didWebOf, findDocumentUrl } from '../dids/did-web.ts'
import { publicKeyObject } from '../dids/public-key-object.ts'
import { findDocumentKey } from './find-document-key.ts'
import { type Asking, fetchDocument } from './fetch-foreign.ts'
import { CredentialRefused } from './refusal.ts'
import type { FindKey } from './verify-secured.ts'

type Finding = Pick<ApiContext, 'orm' | 'publicUrl'> & Asking

/**
 * Finds keys of issuers: our own in the database, those of a `did:key` in the DID itself, and those of another `did:web` in the document that it publishes now.
 *
 * @throws {CredentialRefused} by the function that is returned: `issuer_unreachable`, or `unknown_key`; {VerificationBusy}
 */
export const issuerKeysOf =
  (ctx: Finding): FindKey =>
  async (of) => {
    const key = of.did === didWebOf(ctx.publicUrl) ? await ownKey(ctx, of) : (keyOfDid(of) ?? (await webKey(ctx, of)))
    if (!key) throw new CredentialRefused('unknown_key')
    return key
  }

type Named = Parameters<FindKey>[0]

async function ownKey({ orm }: Finding, { did, keyId }: Named): Promise<KeyObject | undefined> {
  const found = await findIssuerKey(orm.em.fork(), { kid: keyId.slice(keyIdOf(did, '').length) })
  return found && publicKeyObject(found.publicKey)
}

/** Its only key has the name of the key itself. */
function keyOfDid({ did, keyId }: Named): KeyObject | undefined {
  const raw = isDid(did) ? publicKeyOf(did) : undefined
  return raw && keyId === keyIdOf(did, multibaseKey(raw)) ? publicKeyObject(raw) : undefined
}

async function webKey(ctx: Finding, { did, keyId }: Named): Promise<KeyObject | undefined> {
  const url = URL.parse(findDocumentUrl(did) ?? '')
  if (url === null) return undefined
  const address = `${schemeOf(url, ctx.egress.allow)}://${url.host}${url.pathname}`
  return findDocumentKey(await fetchDocument(ctx, address), { did, keyId })
}
