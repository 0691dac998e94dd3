import { type DbRoom, table } from '../table.ts'
import { OauthArtifactEntity } from './artifact.entity.ts'
import { OauthClientEntity } from './client.entity.ts'
import { OauthConsentEntity } from './consent.entity.ts'
import { OauthGrantEntity } from './grant.entity.ts'
import { OauthKeyEntity } from './key.entity.ts'
import { OauthSubjectEntity } from './subject.entity.ts'

const byApi = (may: string) => [{ to: ['api'], may }] as const

/** Tables of signing in with the gateway: credentials of others, so they are the api's alone. An operator turns keys over without reading them. */
export const oauthRoom = {
  tables: {
    oauth_subject: table(OauthSubjectEntity, byApi('SELECT, INSERT')),
    oauth_client: table(OauthClientEntity, [
      ...byApi(`SELECT, INSERT, DELETE, UPDATE (name, description, redirect_uris, post_logout_redirect_uris, scopes, secret_digest,
        previous_secret_digest, previous_valid_until, updated_at)`),
      // Whoever writes into the audit log: its trigger asks whose client an entry is about.
      { to: ['relay', 'chain', 'webhooks', 'signer', 'lightning', 'operator'], may: 'SELECT (id, merchant_id)' },
    ]),
    oauth_consent: table(OauthConsentEntity, byApi('SELECT, INSERT, UPDATE (granted_at), DELETE')),
    oauth_grant: table(OauthGrantEntity, byApi('SELECT, INSERT, UPDATE (scopes, payload, last_used_at), DELETE')),
    oauth_artifact: table(OauthArtifactEntity, byApi('SELECT, INSERT, UPDATE, DELETE')),
    oauth_key: table(OauthKeyEntity, [
      { to: ['api'], may: 'SELECT, INSERT, DELETE' },
      { to: ['operator'], may: 'SELECT (kid, state, created_at, retired_until), UPDATE (state, retired_until)' },
    ]),
  },
} as const satisfies DbRoom
