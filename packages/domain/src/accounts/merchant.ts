import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import { opens, type Scope } from './scope.ts'

/** A person's account; owns businesses. */
export interface Merchant {
  readonly id: MerchantId
  readonly email: string
  readonly name: string | null
  readonly createdAt: Date
  /** When its owner followed a link that was sent there. */
  readonly emailVerifiedAt: Date | null
}

/** A key that acts for one business. Only its public id and a digest are stored. */
export interface ApiKey {
  readonly id: string
  readonly businessId: BusinessId
  readonly mode: Mode
  /** What its owner calls it. */
  readonly name: string | null
  readonly scopes: readonly Scope[]
  readonly last4: string
  readonly createdAt: Date
  /** Who made it; a key ends with the key that made it. Null for the first keys of businesses that are older than this member. */
  readonly createdBy: ActorName | null
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** True while a key opens anything; the instant at which it ends counts as past. */
export const isKeyActive = ({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

/** The part of a key's text that may be shown again, so that its owner can tell keys apart. */
export const apiKeyPrefix = ({ id, mode }: Pick<ApiKey, 'id' | 'mode'>): string => `gw_${mode}_${id}`

/** Who a request acts for: every business of a merchant, or the one business of a key. */
export type Actor =
  | { readonly kind: 'merchant'; readonly merchantId: MerchantId; readonly mode: Mode; readonly sessionId: string }
  | {
      readonly kind: 'key'
      readonly merchantId: MerchantId
      readonly businessId: BusinessId
      readonly mode: Mode
      readonly keyId: string
      readonly scopes: readonly Scope[]
    }

/** How the audit log names who acts for a merchant. */
export type ActorName = `merchant:${MerchantId}` | `key:${string}`

/** The name of an actor. */
export const actorName = (actor: Actor): ActorName => (actor.kind === 'key' ? `key:${actor.keyId}` : `merchant:${actor.merchantId}`)

/** True when an actor may do what a scope names: a merchant everything, a key what it was made for. */
export const mayUse = (actor: Actor, scope: Scope): boolean => actor.kind === 'merchant' || opens(actor.scopes, scope)

/** E-mail addresses are compared trimmed, in NFC and lower case. */
export const canonicalEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase()
