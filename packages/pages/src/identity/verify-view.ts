import type { Language } from '../locales/languages.ts'
import type { IdentityTexts } from '../locales/en/identity.ts'

/** Why a credential is not valid, apart from its revocation. */
export type InvalidReason = keyof IdentityTexts['reasons']

/** What a credential says of itself; members that it lacks are absent. */
export interface ShownCredential {
  readonly id?: string | undefined
  readonly type?: string | undefined
  readonly subject?: string | undefined
  readonly issuer?: string | undefined
  /** RFC 3339. */
  readonly issuedAt?: string | undefined
  readonly expiresAt?: string | undefined
}

/** The answer about a credential. */
export type Verdict =
  | { readonly outcome: 'valid'; readonly credential: ShownCredential }
  | { readonly outcome: 'revoked'; readonly credential: ShownCredential; readonly reason: string | null }
  | { readonly outcome: 'invalid'; readonly credential: ShownCredential; readonly reason: InvalidReason }

/** What the page that verifies credentials is drawn from. */
export interface VerifyPageInput {
  readonly language: Language
  readonly nonce: string
  /** What was pasted, exactly. */
  readonly typed?: string
  /** Why nothing could be verified. */
  readonly problem?: 'missing' | 'unreadable'
  readonly verdict?: Verdict
  /** What the address of the page names besides its language. */
  readonly query?: Readonly<Record<string, string>>
  /** Pins a theme; the system decides without it. */
  readonly theme?: 'light' | 'dark'
}
