import type { MerchantId } from '../kernel/id.ts'
import type { OauthScope } from './scope.ts'

/** An app or website that signs its users in with the gateway. It belongs to a merchant and has no mode. */
export interface OauthClient {
  readonly id: string
  readonly merchantId: MerchantId
  /** What the client sends in requests; no secret. */
  readonly clientId: string
  readonly name: string
  readonly description: string | null
  /** Compared byte for byte; of a public client's loopback address any port counts. */
  readonly redirectUris: readonly string[]
  readonly postLogoutRedirectUris: readonly string[]
  readonly scopes: readonly OauthScope[]
  /** True where no secret can be kept: in an app or a single page. */
  readonly isPublic: boolean
  /** Until when the secret before the current one counts; null without one. */
  readonly previousValidUntil: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** How long the secret before the current one counts. */
export const SECRET_OVERLAP_MS = 24 * 60 * 60 * 1_000

/** How many clients a merchant may have. */
export const MAX_CLIENTS = 100
