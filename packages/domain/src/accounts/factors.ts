/** The factors that a sign-in may ask for beside the password. */
export type FactorName = 'totp' | 'passkey' | 'recovery_code'

/** The factors of an account. */
export interface Factors {
  readonly passkeys: readonly Passkey[]
  /** When the authenticator app was confirmed; null without one. */
  readonly totpSince: Date | null
  readonly recoveryCodesLeft: number
}

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

/** What a ticket continues: a sign-in after its password, one by passkey alone, a confirmation, or the enrolment of a passkey. */
export type TicketPurpose = 'second_factor' | 'passkey' | 'confirm' | 'register'

/** A change of the factors of an account, as its owner is told of it. */
export type FactorChange =
  | 'passkey_added'
  | 'passkey_removed'
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_replaced'
  | 'recovery_code_used'

/** The most passkeys of an account. */
export const MOST_PASSKEYS = 20

/** True when a sign-in asks for more than the password. Recovery codes alone are no factor. */
export const isEnrolled = ({ passkeys, totpSince }: Pick<Factors, 'passkeys' | 'totpSince'>): boolean =>
  passkeys.length > 0 || totpSince !== null

/** The factors that a sign-in to this account may be finished with. */
export const usableFactors = ({ passkeys, totpSince, recoveryCodesLeft }: Factors): FactorName[] => [
  ...(passkeys.length > 0 ? (['passkey'] as const) : []),
  ...(totpSince ? (['totp'] as const) : []),
  ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
]
