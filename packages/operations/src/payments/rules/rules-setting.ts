import { eachChain } from '@gateway/chains/settings'
import { assetCodes, type AssetCode, assetOf, type ChainCode, quotedUnit } from '@gateway/domain/money/asset'
import { findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { BAND_COUNT, type ConfirmationPolicy, defaultRules, type PaymentRules } from '@gateway/domain/payments/payment-rules'
import { toleranceUnits } from '@gateway/domain/payments/rules'
import { z } from 'zod'

const DAY_MS = 24 * 60 * 60 * 1_000
const CENTS = 100n
const { confirmationBands } = defaultRules

const floorOf = (code: AssetCode) => {
  const { decimals } = assetOf(code)
  const read = z.string().transform((text, context) => {
    const units = findUnits(text, decimals)
    if (units !== undefined) return units
    context.addIssue({ code: 'custom', message: `must be a text with a decimal of at most ${decimals} digits after the point` })
    return z.NEVER
  })
  return read.prefault(formatUnits(defaultRules.floorUnits[code], decimals))
}

const chains = Object.keys(confirmationBands) as ChainCode[] // Object.keys forgets the type of the keys.
/** Chains whose confirmations an operator may set; where nothing but finality counts there are none to count. */
const countedChains = chains.filter((chain) => !confirmationBands[chain].every(({ finality }) => finality))
/** Chains that may ask for finality beside a number of confirmations. */
export const finalityChains = countedChains.filter((chain) => confirmationBands[chain].some(({ finality }) => finality))

const counts = (chain: ChainCode) =>
  z
    .array(z.int().min(1).max(1_000))
    .length(BAND_COUNT)
    .prefault(confirmationBands[chain].map(({ confirmations }) => confirmations))

const flags = (chain: ChainCode) =>
  z
    .array(z.boolean())
    .length(BAND_COUNT)
    .prefault(confirmationBands[chain].map(({ finality }) => finality))

const Confirmations = z.strictObject(Object.fromEntries(countedChains.map((chain) => [chain, counts(chain)])))
const Finality = z.strictObject(Object.fromEntries(finalityChains.map((chain) => [chain, flags(chain)])))

// The table's keys are the asset codes.
const Floors = z.strictObject(
  Object.fromEntries(assetCodes.map((code) => [code, floorOf(code)])) as Record<AssetCode, ReturnType<typeof floorOf>>,
)

/** An operator's setting; absent members keep their defaults. */
const Written = z.strictObject({
  lateWindowDays: z
    .int()
    .min(0)
    .max(365)
    .prefault(defaultRules.lateWindowMs / DAY_MS),
  keptBps: z.int().min(0).max(10_000).prefault(defaultRules.keptBps),
  toleranceQuotedUnits: z.int().min(0).max(10_000).prefault(defaultRules.toleranceQuotedUnits),
  ceilingUsd: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .prefault(Number(defaultRules.ceilingUsdCents / CENTS)),
  floors: Floors.prefault({}),
  costMultiple: z.int().min(1).max(1_000).prefault(defaultRules.costMultiple),
  bandLimitsUsd: z
    .array(z.int().min(1).max(1_000_000_000))
    .length(BAND_COUNT - 1)
    .prefault(defaultRules.bandLimitsUsdCents.map((cents) => Number(cents / CENTS))),
  confirmations: Confirmations.prefault({}),
  finality: Finality.prefault({}),
})

/** A setting of payment rules, checked member by member and in combination. */
export const RulesSetting = Written.transform((written, context): PaymentRules => {
  const rules = rulesOf(written)
  for (const { path, message } of problemsOf(rules)) context.addIssue({ code: 'custom', path: [...path], message })
  return rules
})

// In the order of the default rules, so that equal rules have equal text.
const rulesOf = (written: z.output<typeof Written>): PaymentRules => ({
  lateWindowMs: written.lateWindowDays * DAY_MS,
  keptBps: written.keptBps,
  toleranceQuotedUnits: written.toleranceQuotedUnits,
  ceilingUsdCents: BigInt(written.ceilingUsd) * CENTS,
  floorUnits: written.floors,
  costMultiple: written.costMultiple,
  bandLimitsUsdCents: written.bandLimitsUsd.map((dollars) => BigInt(dollars) * CENTS),
  confirmationBands: eachChain(confirmationBands, (chain) => policiesOf(written, chain)),
})

function policiesOf(written: z.output<typeof Written>, chain: ChainCode): readonly ConfirmationPolicy[] {
  const finality = written.finality[chain] ?? []
  const counted = written.confirmations[chain]?.map((confirmations, band) => ({ confirmations, finality: finality[band] ?? false }))
  return counted ?? confirmationBands[chain]
}

interface Problem {
  readonly path: readonly string[]
  readonly message: string
}

/** Problems of the members in combination. */
const problemsOf = (rules: PaymentRules): Problem[] => [...limitProblems(rules), ...bandProblems(rules), ...floorProblems(rules)]

const limitProblems = ({ bandLimitsUsdCents }: PaymentRules): Problem[] =>
  isEach(bandLimitsUsdCents, (lower, higher) => lower < higher) ? [] : [{ path: ['bandLimitsUsd'], message: 'must rise' }]

/** A larger payment never needs less. */
function bandProblems(rules: PaymentRules): Problem[] {
  const message = 'must not fall from one band to the next'
  return Object.entries(rules.confirmationBands).flatMap(([chain, policy]) => [
    ...(isEach(policy, (lower, higher) => lower.confirmations <= higher.confirmations)
      ? []
      : [{ path: ['confirmations', chain], message }]),
    ...(isEach(policy, (lower, higher) => !lower.finality || higher.finality) ? [] : [{ path: ['finality', chain], message }]),
  ])
}

const FLOOR_TO_TOLERANCE = 10n

/**
 * Without a floor dust would be worth gas that the platform pays, and the rounding tolerance must stay a small part of every payment.
 */
function floorProblems(rules: PaymentRules): Problem[] {
  return assetCodes.flatMap((code) => {
    const asset = assetOf(code)
    const missing = toleranceUnits(rules, { asset, units: 0n, toleranceBps: 0 }) * FLOOR_TO_TOLERANCE
    const worth = quotedUnit(asset) * BigInt(rules.costMultiple)
    const least = missing > worth ? missing : worth
    if (rules.floorUnits[code] >= least) return []
    return [{ path: ['floors', code], message: `must be at least ${formatUnits(least, asset.decimals)} with this tolerance and multiple` }]
  })
}

const isEach = <T>(values: readonly T[], isInOrder: (one: T, next: T) => boolean): boolean =>
  values.every((value, place) => {
    const next = values[place + 1]
    return next === undefined || isInOrder(value, next)
  })
