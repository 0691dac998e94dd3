import type { ApiContext } from '../kernel/context.ts'

/** What signing in with the gateway needs of the api. */
export type OauthContext = Pick<ApiContext, 'orm' | 'clock' | 'ids' | 'log' | 'tokenKeys' | 'publicUrl' | 'failpoint'>
