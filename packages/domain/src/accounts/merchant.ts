import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import { opens, type Scope } from './scope.ts'

/** A person's account; owns businesses. */
export interface Merchant {
  readonly id: MerchantId
  readonly email: string
  readonly name: string | null
  readonly createdAt: Date
  /** When the merchant opened the verification link. */
  readonly emailVerifiedAt: Date | null
  /** Since when the merchant also acts as an operator; null for all others. */
  readonly operatorSince: Date | null
}

/** Where a session was opened. */
export type SessionOrigin = 'portal' | 'api' | 'terminal'

/** How long a confirmation by password, code or passkey counts. */
const CONFIRMED_MS = 5 * 60 * 1_000

/** Until when a session counts as confirmed. */
export const confirmedUntil = ({ confirmedAt }: { readonly confirmedAt: Date }): Date => new Date(confirmedAt.getTime() + CONFIRMED_MS)

/** A key that acts for one business. Only its public id and a digest are stored. */
export interface ApiKey {
  readonly id: string
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Label chosen by the merchant. */
  readonly name: string | null
  readonly scopes: readonly Scope[]
  readonly last4: string
  readonly createdAt: Date
  /** The creator; a key ends with the key that created it. Null for first keys created before this field existed. */
  readonly createdBy: ActorName | null
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** True while the key is valid; the expiry instant itself counts as expired. */
export const isKeyActive = ({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: Date): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

/** The displayable prefix of a key, by which its owner tells keys apart. */
export const apiKeyPrefix = ({ id, mode }: Pick<ApiKey, 'id' | 'mode'>): string => `gw_${mode}_${id}`

/** The actor of a request: a merchant with every business, a key with one, or an app that a merchant has let in. */
export type Actor =
  | {
      readonly kind: 'merchant'
      readonly merchantId: MerchantId
      readonly mode: Mode
      readonly sessionId: string
      readonly openedIn: SessionOrigin
      /** When password, code or passkey was last given in this session. */
      readonly confirmedAt: Date
      /** True when the sign-in was more than a password. */
      readonly hasSecondFactor: boolean
    }
  | {
      readonly kind: 'key'
      readonly merchantId: MerchantId
      readonly businessId: BusinessId
      readonly mode: Mode
      readonly keyId: string
      readonly scopes: readonly Scope[]
    }
  | {
      readonly kind: 'app'
      /** The user that has signed in. */
      readonly merchantId: MerchantId
      readonly mode: Mode
      readonly clientId: string
      readonly grantId: string
      /** What the presented token lets it do; none when its user has consented to a sign-in only. */
      readonly scopes: readonly Scope[]
    }

/** The name of an actor in the audit log. */
export type ActorName = `merchant:${MerchantId}` | `key:${string}` | `app:${string}`

/** The name of an actor. */
export function actorName(actor: Actor): ActorName {
  if (actor.kind === 'app') return `app:${actor.clientId}`
  return actor.kind === 'key' ? `key:${actor.keyId}` : `merchant:${actor.merchantId}`
}

/** True when an actor has a scope; a merchant has every scope. */
export const mayUse = (actor: Actor, scope: Scope): boolean => actor.kind === 'merchant' || opens(actor.scopes, scope)

/** E-mail addresses are compared trimmed, in NFC and lower case. */
export const canonicalEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase()
