import { insertIssuerKey, readCurrentKey } from '@gateway/db/identity/issuer-key-queries'
import type { IssuerKeyEntity } from '@gateway/db/identity/issuer-key.entity'
import type { Em } from '@gateway/db/orm'
import { createHash } from 'node:crypto'
import type { CredentialKey } from '../signing/sign-credential.ts'
import { keyIdOf } from '../dids/did-document.ts'
import { didWebOf } from '../dids/did-web.ts'
import type { IssuerContext } from '../issuer-context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { newKey, openPrivateKey, sealPrivateKey } from './seal-private-key.ts'

const purpose = 'issuer key'
const NAME_LENGTH = 16

/** The key that signs as the service now; one is made where there is none, at the first start and after a rotation. */
export async function currentKey(em: Em, ctx: IssuerContext): Promise<CredentialKey> {
  const { kid, sealedKey } = (await readCurrentKey(em)) ?? (await makeKey(em, ctx))
  return { keyId: keyIdOf(didWebOf(ctx.publicUrl), kid), privateKey: openPrivateKey(ctx.issuerKey, { purpose, rowId: kid }, sealedKey) }
}

/**
 * Makes the key that signs where there is none, and so finds out at the start of the role whether the current one opens.
 *
 * @throws {Error} when it was sealed with another key.
 */
export async function makeSigningKey(ctx: IssuerContext): Promise<void> {
  await transaction(ctx, (em) => currentKey(em, ctx))
}

/** Of processes that make one at once, all use the one that is stored. */
async function makeKey(em: Em, ctx: IssuerContext): Promise<IssuerKeyEntity> {
  const { publicKey, privateKey } = newKey()
  const kid = createHash('sha256').update(publicKey).digest('hex').slice(0, NAME_LENGTH)
  const sealedKey = sealPrivateKey(ctx.issuerKey, { purpose, rowId: kid }, privateKey)
  await insertIssuerKey(em, { kid, publicKey, sealedKey, state: 'current', createdAt: ctx.clock.now(), retiredAt: null })
  const current = await readCurrentKey(em)
  if (!current) throw new Error('the key that signs was retired in the moment it was made')
  return current
}
