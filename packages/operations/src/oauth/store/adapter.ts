import type { AdapterFactory } from 'oidc-provider'
import type { OauthContext } from '../oauth-context.ts'
import { artifactAdapter } from './artifact-adapter.ts'
import { clientAdapter } from './client-adapter.ts'
import { grantAdapter } from './grant-adapter.ts'

/** Where the library keeps everything: in this room's tables. */
export const adapterOf =
  (ctx: OauthContext): AdapterFactory =>
  (model) => {
    if (model === 'Client') return clientAdapter(ctx)
    return model === 'Grant' ? grantAdapter(ctx) : artifactAdapter(ctx, model)
  }
