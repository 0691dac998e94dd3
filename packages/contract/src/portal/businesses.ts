import { type AssetCode, type ChainCode } from '@gateway/domain/money/asset'
import type { PlanCode, Usage } from '@gateway/domain/businesses/plan'
import { type AddressFault, addressFaults } from '@gateway/domain/custody/errors'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { type BusinessFacts, BusinessView, presentBusiness } from '../business-view.ts'
import { UsageView } from '../businesses.ts'
import { Asset } from '../wire/chain.ts'
import { Cursor, NextCursor } from '../wire/cursor.ts'
import { BusinessIdName, Id, pathId } from '../wire/id.ts'
import { ConfirmProgramAddress } from '../wire/program-address.ts'
import { AssetName } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { limit } from '../wire/page.ts'
import { presentPercent } from '../wire/percent.ts'
import { text } from '../wire/text.ts'
import { presentTime, Time } from '../wire/time.ts'

/** One business. */
export const PortalBusinessInput = wireInput(z.object({ id: pathId('business') }))

/** An address to try as the wallet of a coin. */
export const CheckAddressInput = wireInput(
  z.object({
    blockchain: AssetName,
    address: text({ max: 200 }, { description: 'The address as it was typed.', example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
    confirmProgramAddress: ConfirmProgramAddress,
  }),
  { chain: 'blockchain', asset: 'blockchain' },
)
/** A coin and an address as it was typed. */
export type CheckAddressInput = z.output<typeof CheckAddressInput>

/** Which part of the audit log to list; without a business the whole account. */
export const PortalAuditInput = wireInput(z.object({ businessId: BusinessIdName.optional(), cursor: Cursor.optional(), limit: limit(50) }))
export type PortalAuditInput = z.output<typeof PortalAuditInput>

/** A coin of the deployment and where a business has it forwarded to. */
export interface ShownWallet {
  readonly asset: AssetCode
  readonly chain: ChainCode
  /** The wallet that was named; null without one. */
  readonly address: string | null
  /** What payments go to now: its own, or that of its chain; null without either. */
  readonly inEffect: string | null
  /** When the named one takes effect, while another one still is. */
  readonly waitsUntil: Date | null
  readonly isContract: boolean
}

/** From which value on a payment needs how many confirmations. */
export interface ShownConfirmations {
  readonly chain: ChainCode
  readonly bands: readonly { readonly fromUsdCents: bigint; readonly confirmations: number; readonly finality: boolean }[]
}

/** A business with everything that its settings show. */
export interface BusinessOverview {
  readonly facts: BusinessFacts
  readonly wallets: readonly ShownWallet[]
  readonly walletDelayMs: number
  readonly confirmations: readonly ShownConfirmations[]
  readonly plan: { readonly code: PlanCode; readonly feeBps: number }
  readonly usage: Usage
  readonly period: string
  readonly keys: { readonly active: number; readonly most: number }
}

const MS = 1_000

/** A business with its wallets, confirmations, plan and usage. */
export const PortalBusinessView = z.object({
  business: BusinessView,
  wallets: z.array(
    z.object({
      blockchain: Asset,
      chain: z.string(),
      address: z.string().nullable(),
      in_effect: z.string().nullable(),
      waits_until: Time.nullable().meta({ description: 'The named wallet takes effect then; null once it has.', example: null }),
      is_contract: z.boolean(),
    }),
  ),
  wallet_delay_seconds: z.int(),
  confirmations: z.array(
    z.object({
      chain: z.string(),
      bands: z.array(z.object({ from_usd: z.string(), confirmations: z.int(), finality: z.boolean() })),
    }),
  ),
  plan: z.object({ code: z.enum(['starter', 'professional']), fee_percent: z.number() }),
  usage: UsageView,
  usage_period: z.string().meta({ description: 'The calendar month (UTC) that usage counts in.', example: '2026-10' }),
  api_keys: z.object({ active: z.int(), limit: z.int() }),
})

/** A business with everything that its settings show. */
export const presentOverview = (overview: BusinessOverview): z.output<typeof PortalBusinessView> => ({
  business: presentBusiness(overview.facts),
  wallets: overview.wallets.map(({ asset, chain, address, inEffect, waitsUntil, isContract }) => ({
    blockchain: asset,
    chain,
    address,
    in_effect: inEffect,
    waits_until: waitsUntil && presentTime(waitsUntil),
    is_contract: isContract,
  })),
  wallet_delay_seconds: Math.round(overview.walletDelayMs / MS),
  confirmations: overview.confirmations.map(({ chain, bands }) => ({
    chain,
    bands: bands.map(({ fromUsdCents, confirmations, finality }) => ({ from_usd: formatUnits(fromUsdCents, 2), confirmations, finality })),
  })),
  plan: { code: overview.plan.code, fee_percent: presentPercent(overview.plan.feeBps) },
  usage: { ...overview.usage },
  usage_period: overview.period,
  api_keys: { active: overview.keys.active, limit: overview.keys.most },
})

/** What a tried address is. */
export type CheckedAddress =
  | { readonly isValid: true; readonly address: string }
  | { readonly isValid: false; readonly problem: string; readonly fault: AddressFault }

/** Whether an address can be a wallet, in its canonical spelling, or why it cannot. */
export const CheckedAddressView = z.object({
  valid: z.boolean(),
  address: z.string().nullable(),
  fault: z.enum(addressFaults).nullable(),
  reason: z.string().nullable().meta({ description: 'Why the address cannot be a wallet, in words.', example: 'has a wrong checksum' }),
})

/** Whether an address can be a wallet. */
export const presentCheckedAddress = (checked: CheckedAddress): z.output<typeof CheckedAddressView> =>
  checked.isValid
    ? { valid: true, address: checked.address, fault: null, reason: null }
    : { valid: false, address: null, fault: checked.fault, reason: checked.problem }

/** An entry of the audit log as the merchant sees it. */
export interface ShownEntry {
  readonly id: string
  readonly at: Date
  readonly by: 'merchant' | 'key' | 'app' | 'operator' | 'payer' | 'system'
  /** The key that acted; null for everybody else. */
  readonly keyId: string | null
  readonly action: string
  readonly subjectId: string
  readonly businessId: string | null
  readonly details: Readonly<Record<string, unknown>>
}

/** A page of the audit log, newest first. Operators are not named. */
export const PortalAuditView = z.object({
  entries: z.array(
    z.object({
      id: Id,
      at: Time,
      by: z.enum(['merchant', 'key', 'app', 'operator', 'payer', 'system']),
      key_id: z.string().nullable(),
      action: z.string(),
      subject_id: z.string(),
      business_id: Id.nullable(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: NextCursor,
})

/** A page of the audit log. */
export const presentAudit = (page: { entries: readonly ShownEntry[]; nextCursor: string | null }): z.output<typeof PortalAuditView> => ({
  entries: page.entries.map(({ id, at, by, keyId, action, subjectId, businessId, details }) => ({
    id,
    at: presentTime(at),
    by,
    key_id: keyId,
    action,
    subject_id: subjectId,
    business_id: businessId,
    details,
  })),
  next_cursor: page.nextCursor,
})

/** How far a new business has come. */
export interface Onboarding {
  readonly wallets: readonly { readonly chain: ChainCode; readonly isSet: boolean }[]
  readonly webhookSet: boolean
  readonly webhookAnswered: boolean
  readonly keyUsed: boolean
  readonly paymentCreated: boolean
  readonly paymentPaid: boolean
}

/** Which of the first steps of a business are done. */
export const OnboardingView = z.object({
  business: z.literal(true),
  wallets: z.array(z.object({ chain: z.string(), set: z.boolean() })),
  webhook_set: z.boolean(),
  webhook_answered: z.boolean(),
  api_key_used: z.boolean(),
  payment_created: z.boolean(),
  payment_paid: z.boolean(),
})

/** Which of the first steps of a business are done. */
export const presentOnboarding = (steps: Onboarding): z.output<typeof OnboardingView> => ({
  business: true,
  wallets: steps.wallets.map(({ chain, isSet }) => ({ chain, set: isSet })),
  webhook_set: steps.webhookSet,
  webhook_answered: steps.webhookAnswered,
  api_key_used: steps.keyUsed,
  payment_created: steps.paymentCreated,
  payment_paid: steps.paymentPaid,
})
