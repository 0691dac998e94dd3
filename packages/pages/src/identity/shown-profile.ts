import type { Markup } from '../html.ts'
import type { IdentityTexts } from '../locales/en/identity.ts'
import { formatDecimal, formatMoment } from '../locales/format.ts'
import { identityTexts } from '../locales/identity-texts.ts'
import { exact, named } from '../parts/amount.ts'
import type { ProfilePageInput } from './profile-view.ts'

/** A profile with what every part of its page says. */
export interface ShownProfile extends ProfilePageInput {
  readonly t: IdentityTexts
  /** A number with two decimals. */
  readonly number: (value: number) => Markup
  /** A number as short as it is. */
  readonly count: (value: number) => Markup
  readonly moment: (iso: string) => Markup
}

/** Reads a profile as its page shows it. */
export const shownProfileOf = (input: ProfilePageInput): ShownProfile => ({
  ...input,
  t: identityTexts[input.language],
  number: (value) => exact(value.toFixed(2)),
  count: (value) => exact(formatDecimal(input.language, String(value))),
  moment: (iso) => named(formatMoment(input.language, iso)),
})

/** True of a DID for which nothing counts. */
export const isEmpty = ({ reputation: { trustVector } }: ProfilePageInput): boolean =>
  Object.values(trustVector).every((value) => value === 0)
