import { holdConsentSets } from '@gateway/db/oauth/consent-queries'
import { findBySubject } from '@gateway/db/oauth/subject-queries'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { isOauthScope } from '@gateway/domain/oauth/scope'
import type { OauthContext } from '../oauth-context.ts'
import { query } from '../store/oauth-request.ts'

interface Wish {
  readonly subject: string
  readonly clientId: string
  readonly scopes: readonly string[]
}

/**
 * True when a merchant has once given a client all that it asks for, which is withdrawn after the transaction of the request. `payments` is given each
 * time anew.
 */
export async function isRemembered(ctx: OauthContext, { subject, clientId, scopes }: Wish): Promise<boolean> {
  const merchant = await query(ctx, (em) => findBySubject(em, { subject }))
  if (!merchant || scopes.includes('payments')) return false
  const sets = await query(ctx, (em) => holdConsentSets(em, { merchantId: merchant.id satisfies MerchantId, clientId }))
  const wanted = scopes.filter(isOauthScope)
  return sets.some((given) => wanted.every((scope) => given.includes(scope)))
}
