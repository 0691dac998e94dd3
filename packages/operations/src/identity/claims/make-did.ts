import { insertDid } from '@gateway/db/identity/did-queries'
import type { Em } from '@gateway/db/orm'
import { didKeyOf } from '@gateway/domain/identity/did'
import type { ClaimWanted } from '@gateway/domain/identity/issuer-request'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { issueControlOf } from '../credentials/issue-types.ts'
import type { IssuerContext } from '../issuer-context.ts'
import { newKey, sealPrivateKey } from '../keys/seal-private-key.ts'

interface Claim {
  readonly id: string
  readonly merchantId: MerchantId
  readonly wanted: ClaimWanted
}

/**
 * Makes the DID of a merchant with a credential that it is its own; of several claims at once one does, and the DID of the others is the same.
 *
 * @returns the id of the credential; null for a merchant that has a DID.
 */
export async function makeDid(em: Em, ctx: IssuerContext, { id, merchantId, wanted: { displayName } }: Claim): Promise<string | null> {
  const { publicKey, privateKey } = newKey()
  const did = didKeyOf(publicKey)
  const sealedKey = sealPrivateKey(ctx.issuerKey, { purpose: 'DID of a merchant', rowId: merchantId }, privateKey)
  const isNew = await insertDid(em, { merchantId, did, publicKey, sealedKey, displayName, createdAt: ctx.clock.now() })
  return isNew ? issueControlOf(em, ctx, { id, merchantId, did, shownBy: 'held_key', displayName }) : null
}
