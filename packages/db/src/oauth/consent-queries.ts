import type { MerchantId } from '@gateway/domain/kernel/id'
import type { OauthScope } from '@gateway/domain/oauth/scope'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

interface Consent {
  readonly merchantId: MerchantId
  readonly clientId: string
  /** In alphabetical order. */
  readonly scopes: OauthScope[]
}

/** Remembers a set of scopes that a merchant gives a client. */
export async function rememberConsent(em: Em, { at, ...consent }: Consent & { at: Date }): Promise<void> {
  await tables(em)
    .insertInto('oauth_consent')
    .values({ ...consent, grantedAt: at })
    .onConflict((oc) => oc.columns(['merchantId', 'clientId', 'scopes']).doUpdateSet({ grantedAt: at }))
    .execute()
}

/** Holds the sets of scopes that a merchant has given a client FOR SHARE: they are withdrawn after the caller's transaction. */
export async function holdConsentSets(em: Em, { merchantId, clientId }: Omit<Consent, 'scopes'>): Promise<OauthScope[][]> {
  const rows = await tables(em)
    .selectFrom('oauth_consent')
    .select('scopes')
    .where('merchantId', '=', merchantId)
    .where('clientId', '=', clientId)
    .forShare()
    .execute()
  return rows.map(({ scopes }) => scopes)
}
