import type { Business } from '@gateway/domain/businesses/business'
import { assetCodes } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { presentTaxProfile, TaxProfileView } from './invoices/tax-profile-view.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { presentPercent } from './wire/percent.ts'
import { presentTime, Time } from './wire/time.ts'

/** A business with its webhook endpoint. */
export interface BusinessFacts {
  readonly business: Business
  /** Webhook URL: null until one is set, empty after it was cleared. */
  readonly webhook: { readonly url: string | null; readonly events: readonly string[] }
}

const Url = z.string().nullable().meta({ description: 'Webhooks are sent here; null until set.', example: 'https://shop.example/hooks' })
const Wallets = z.partialRecord(z.enum(assetCodes), z.string()).meta({
  id: 'WalletAddresses',
  description: 'Payments are forwarded to these addresses.',
  example: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
})

const FormerWallets = z.partialRecord(z.enum(assetCodes), z.object({ address: z.string().nullable(), until: Time })).meta({
  description:
    'Former wallets that new payments still go to until the given time, because the operator delays wallet changes. A null address means the address of the chain, or none. Ignore times in the past.',
  example: {},
})

/** A business in an answer. URL and wallets come in both spellings. */
export const BusinessView = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'The name is shown to customers.', example: 'Blue Bottle Books' }),
    webhookUrl: Url,
    webhook_url: Url,
    walletAddresses: Wallets,
    wallet_addresses: Wallets,
    former_wallets: FormerWallets,
    category: z.string().nullable().meta({ description: 'The category is a slug that never changes; null without one.', example: 'books' }),
    description: z
      .string()
      .nullable()
      .meta({ description: 'The description is free text; null without one.', example: 'Second-hand books' }),
    webhook_events: z
      .array(z.string())
      .meta({ description: 'These events are delivered besides those that always are.', example: ['payment.forwarded'] }),
    plan: z.enum(['starter', 'professional']).meta({ description: 'The plan decides the fee and the monthly limit.', example: 'starter' }),
    statement_descriptor: z
      .string()
      .nullable()
      .meta({ description: 'Customers read this on card statements; null for the name.', example: null }),
    time_zone: z.string().meta({ description: 'Calendar days are counted in this IANA time zone.', example: 'UTC' }),
    spread_percent: z.number().meta({ description: 'This percentage is taken off the market rate when a payment is quoted.', example: 0 }),
    tolerance_percent: z.number().meta({ description: 'This percentage may be missing, and a payment still counts as paid.', example: 0 }),
    payment_window_seconds: z.int().meta({ description: 'A payment is quoted at its rate for this many seconds.', example: 900 }),
    tax_profile: TaxProfileView.nullable().meta({ description: 'The seller on invoices, as the tax office knows it; null until set.' }),
    created_at: Time,
    updated_at: Time,
    livemode: Livemode,
  })
  .meta({ id: 'Business', description: 'A business of a merchant.' })
export type BusinessView = z.output<typeof BusinessView>

/** A business without secrets. */
export function presentBusiness({ business, webhook }: BusinessFacts): BusinessView {
  const wallets = { ...business.wallets }
  return {
    id: business.id,
    name: business.name,
    webhookUrl: webhook.url,
    webhook_url: webhook.url,
    walletAddresses: wallets,
    wallet_addresses: wallets,
    former_wallets: { ...business.formerWallets },
    category: business.category,
    description: business.description,
    webhook_events: [...webhook.events],
    plan: business.plan,
    statement_descriptor: business.statementDescriptor,
    time_zone: business.timeZone,
    spread_percent: presentPercent(business.spreadBps),
    tolerance_percent: presentPercent(business.toleranceBps),
    payment_window_seconds: business.paymentWindowSeconds,
    tax_profile: business.taxProfile && presentTaxProfile(business.taxProfile),
    created_at: presentTime(business.createdAt),
    updated_at: presentTime(business.updatedAt),
    livemode: isLive(business.mode),
  }
}
