import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'

/** What the processor lets an account do, as it was at `asOf`. */
export interface AccountCapabilities {
  readonly chargesEnabled: boolean
  readonly payoutsEnabled: boolean
  readonly detailsSubmitted: boolean
  /** Names of what the processor waits for now, as it spells them (`individual.verification.document`). */
  readonly requirementsDue: readonly string[]
  /** When what is due disables the account; null without a deadline. */
  readonly requirementsDeadline: Date | null
  /** Why the processor has disabled it, as it spells it; null while it is not. */
  readonly disabledReason: string | null
}

/** The account of a business at the processor; a business has one for each mode. */
export interface ProcessorAccount extends AccountCapabilities {
  readonly id: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Its id at the processor; null until the processor has answered. */
  readonly processorAccountId: string | null
  /** ISO 3166-1 alpha-2, fixed by the first onboarding. */
  readonly country: string
  readonly email: string
  /** When the processor was asked for what is stored here; older answers are ignored. */
  readonly asOf: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

type Enabled = Pick<AccountCapabilities, 'chargesEnabled' | 'payoutsEnabled' | 'detailsSubmitted'>

/** True once the merchant has nothing left to do: `details_submitted`, `charges_enabled` and `payouts_enabled`. */
export const isOnboardingComplete = ({ detailsSubmitted, chargesEnabled, payoutsEnabled }: Enabled): boolean =>
  detailsSubmitted && chargesEnabled && payoutsEnabled

/** True when an account can take a payment; the money of an escrow must also be able to leave it. */
export const canTake = ({ chargesEnabled, payoutsEnabled }: Omit<Enabled, 'detailsSubmitted'>, kind: 'direct' | 'escrow'): boolean =>
  chargesEnabled && (kind === 'direct' || payoutsEnabled)

/** True when an answer is newer than what is stored, so answers that overtake each other end in the newest. */
export const isNewer = (askedAt: Date, { asOf }: Pick<ProcessorAccount, 'asOf'>): boolean => asOf === null || askedAt > asOf
