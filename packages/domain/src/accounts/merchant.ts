import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'

/** A person's account; owns businesses. */
export interface Merchant {
  readonly id: MerchantId
  readonly email: string
  readonly name: string | null
  readonly createdAt: Date
}

/** A key that acts for one business. Only its public id and a digest are stored. */
export interface ApiKey {
  readonly id: string
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly last4: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Who a request acts for: every business of a merchant, or the one business of a key. */
export type Actor =
  | { readonly kind: 'merchant'; readonly merchantId: MerchantId; readonly mode: Mode }
  | { readonly kind: 'key'; readonly merchantId: MerchantId; readonly businessId: BusinessId; readonly mode: Mode; readonly keyId: string }

/** E-mail addresses are compared trimmed, in NFC and lower case. */
export const canonicalEmail = (text: string): string => text.trim().normalize('NFC').toLowerCase()
