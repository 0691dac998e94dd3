import type { PaymentRules } from './payment-rules.ts'

/** Rules as JSON: amounts are strings. */
interface Written extends Omit<PaymentRules, 'ceilingUsdCents' | 'floorUnits' | 'bandLimitsUsdCents'> {
  readonly ceilingUsdCents: string
  readonly floorUnits: Readonly<Record<keyof PaymentRules['floorUnits'], string>>
  readonly bandLimitsUsdCents: readonly string[]
}

/** Rules as text; equal rules with members in the same order give equal texts. */
export const textOfRules = (rules: PaymentRules): string =>
  JSON.stringify(rules, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

/** Parses a text of `textOfRules`. */
export function rulesOfText(text: string): PaymentRules {
  const written: Written = JSON.parse(text)
  const floors = Object.entries(written.floorUnits).map(([asset, units]) => [asset, BigInt(units)])
  return {
    ...written,
    ceilingUsdCents: BigInt(written.ceilingUsdCents),
    // The entries of the table have its keys.
    floorUnits: Object.fromEntries(floors) as PaymentRules['floorUnits'],
    bandLimitsUsdCents: written.bandLimitsUsdCents.map(BigInt),
  }
}
