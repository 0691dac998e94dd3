import type { Business } from '@gateway/domain/businesses/business'
import { type AssetCode, assetCodes } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { eventNames } from './events.ts'
import { Id, pathId } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { wireInput } from './wire/names.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { percent, presentPercent } from './wire/percent.ts'
import { type Read, scalar } from './wire/scalar.ts'
import { readText, text } from './wire/text.ts'
import { TimeZone } from './wire/time-zone.ts'
import { presentTime, Time } from './wire/time.ts'
import { walletMap } from './wire/wallets.ts'

/** A business with its webhook endpoint. */
export interface BusinessFacts {
  readonly business: Business
  /** Webhook URL: null until one is set, empty after it was cleared. */
  readonly webhook: { readonly url: string | null; readonly events: readonly string[] }
}

const WINDOW_SECONDS = { least: 60, most: 86_400 } as const
const CATEGORY = /^(?:[a-z0-9_-]{1,64})?$/
// Space to tilde; receivers with another encoding would sign any other character differently.
const SECRET = /^[\x20-\x7e]{16,128}$/
const subscriptions: readonly string[] = ['*', ...eventNames]

const Name = text({ min: 1, max: 100 }, { description: 'Shown to payers.', example: 'Blue Bottle Books' })

const settings = {
  category: scalar<string, string>((raw) => readPattern(raw, CATEGORY, 'must be a slug of 1 to 64 of a-z, 0-9, _ and -'), {
    description: 'Category slug: 1 to 64 of a-z, 0-9, _ and -. An empty string clears it.',
    example: 'books',
    type: 'string',
  }).optional(),
  description: text({ max: 500 }, { description: 'Free text. An empty string clears it.', example: 'Second-hand books' }).optional(),
  webhookUrl: text(
    { max: 2_000 },
    { description: 'Webhook URL: https to a public host. An empty string clears it.', example: 'https://shop.example/hooks' },
  ).optional(),
  walletAddresses: walletMap({
    description:
      'Wallet addresses that payments are forwarded to, by coin, token or chain. A token without an address uses the address of its chain.',
    example: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  }).optional(),
  webhookEvents: scalar<string[], readonly string[]>(readEvents, {
    description: 'Events to deliver besides those that are always delivered; `*` for all.',
    example: ['payment.forwarded'],
    type: 'array',
    items: { type: 'string', enum: subscriptions },
  }).optional(),
  timeZone: TimeZone.optional(),
  spreadPercent: percent(5, { description: 'Percentage taken off the market rate when a payment is quoted.', example: 0.5 }).optional(),
  tolerancePercent: percent(20, {
    description: 'Percentage of an amount that may be missing for a payment to count as paid.',
    example: 1,
  }).optional(),
  paymentWindowSeconds: scalar<number | string, number>(readWindow, {
    description: 'Payment window, in seconds.',
    example: 900,
    type: ['integer', 'string'],
    minimum: WINDOW_SECONDS.least,
    maximum: WINDOW_SECONDS.most,
  }).optional(),
} as const

const WebhookSecret = scalar<string, string>((raw) => readPattern(raw, SECRET, 'must be 16 to 128 printable ASCII characters'), {
  description: 'Secret that signs webhooks; generated when absent.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  type: 'string',
  minLength: 16,
  maxLength: 128,
})

/** A new business. The operation checks addresses and the webhook URL, because it knows which chains the deployment serves. */
export const CreateBusinessInput = wireInput(
  z.object({
    name: Name,
    ...settings,
    webhookSecret: WebhookSecret.optional(),
  }),
)
export type CreateBusinessInput = z.output<typeof CreateBusinessInput>

/** Changes of a business. Absent members stay unchanged; wallets are merged by chain. */
export const UpdateBusinessInput = wireInput(z.object({ id: pathId('business'), name: Name.optional(), ...settings }))
export type UpdateBusinessInput = z.output<typeof UpdateBusinessInput>

/** A business named in the path. */
export const BusinessRef = wireInput(z.object({ id: pathId('business') }))

/** A new webhook secret for a business. */
export const RotateSecretInput = wireInput(z.object({ id: pathId('business'), webhookSecret: WebhookSecret.optional() }))
export type RotateSecretInput = z.output<typeof RotateSecretInput>

/** Which page of businesses to list. */
export const ListBusinessesInput = wireInput(z.object({ limit: limit(50), offset: Offset }))
export type ListBusinessesInput = z.output<typeof ListBusinessesInput>

const Url = z.string().nullable().meta({ description: 'Webhook URL.', example: 'https://shop.example/hooks' })
const Wallets = z
  .partialRecord(z.enum(assetCodes), z.string())
  .meta({ description: 'Wallet addresses that payments are forwarded to.', example: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' } })

const FormerWallets = z.partialRecord(z.enum(assetCodes), z.object({ address: z.string().nullable(), until: Time })).meta({
  description:
    'Former wallets that new payments still go to until the given time, because the operator delays wallet changes. A null address means the address of the chain, or none. Ignore times in the past.',
  example: {},
})

/** A business in an answer. URL and wallets come in both spellings. */
export const BusinessView = z
  .object({
    id: Id,
    name: z.string().meta({ description: 'Shown to payers.', example: 'Blue Bottle Books' }),
    webhookUrl: Url,
    webhook_url: Url,
    walletAddresses: Wallets,
    wallet_addresses: Wallets,
    former_wallets: FormerWallets,
    category: z.string().nullable().meta({ description: 'Category slug.', example: 'books' }),
    description: z.string().nullable().meta({ description: 'Free text.', example: 'Second-hand books' }),
    webhook_events: z.array(z.string()).meta({ description: 'Optional events that are delivered.', example: ['payment.forwarded'] }),
    plan: z.enum(['starter', 'professional']).meta({ description: 'Plan of the business.', example: 'starter' }),
    time_zone: z.string().meta({ description: 'IANA time zone of calendar days.', example: 'UTC' }),
    spread_percent: z.number().meta({ description: 'Percentage taken off the market rate.', example: 0 }),
    tolerance_percent: z.number().meta({ description: 'Percentage that may be missing for a payment to count as paid.', example: 0 }),
    payment_window_seconds: z.int().meta({ description: 'Payment window, in seconds.', example: 900 }),
    created_at: Time,
    updated_at: Time,
    livemode: Livemode,
  })
  .meta({ id: 'Business', description: 'A business of a merchant.' })
export type BusinessView = z.output<typeof BusinessView>

const ApiKeyText = z.string().meta({ description: 'The API key; shown only once.', example: 'gw_live_0123456789ab_…' })
const KeyHint = z.string().nullable()

/** A business at its creation, with the secrets that are shown this once. */
export const CreatedBusinessView = BusinessView.extend({
  apiKey: ApiKeyText,
  api_key: ApiKeyText,
  webhook_secret: z.string().meta({ description: 'Secret that signs webhooks; shown only once.', example: 'whsec_…' }),
}).meta({ id: 'CreatedBusiness', description: 'A new business with its secrets.' })
export type CreatedBusinessView = z.output<typeof CreatedBusinessView>

/** A business with hints of its newest API key and the wallets that are contracts. */
export const BusinessDetailView = BusinessView.extend({
  api_key_prefix: KeyHint.meta({ description: 'First characters of the newest active API key.', example: 'gw_live_0123456789ab' }),
  api_key_last4: KeyHint.meta({ description: 'Last four characters of the newest active API key.', example: 'x7Qa' }),
  contract_wallets: z.array(z.enum(assetCodes)).meta({
    description:
      'Coins whose wallet is a contract, checked within minutes after the wallet is set. A contract may reject money: try a small payment first.',
    example: [],
  }),
}).meta({ id: 'BusinessDetail', description: 'A business of a merchant, with hints of its newest API key and its contract wallets.' })
export type BusinessDetailView = z.output<typeof BusinessDetailView>

/** A page of businesses. */
export const BusinessListView = z.object({ businesses: z.array(BusinessView), ...PageView })

/** The new webhook secret of a business. */
export const RotatedSecretView = z
  .object({
    webhook_secret: z.string().meta({ description: 'New secret that signs webhooks; shown only once.', example: 'whsec_…' }),
    previous_valid_until: Time.meta({
      description: 'Until then `webhook-signature` also carries a signature made with the previous secret.',
    }),
  })
  .meta({ id: 'RotatedSecret', description: 'A new webhook secret.' })
export type RotatedSecretView = z.output<typeof RotatedSecretView>

const CategoryView = z
  .object({
    slug: z.string().meta({ description: 'Never changes.', example: 'books' }),
    label: z.string().meta({ description: 'Display name.', example: 'Books and stationery' }),
    group: z.string().meta({ description: 'Group of categories.', example: 'Retail' }),
    baseRisk: z.int().meta({ description: 'Typical risk of the category, from 0 (low) to 100 (high).', example: 5 }),
  })
  .meta({ id: 'Category', description: 'A category of businesses.' })

/** The categories on offer. */
export const CategoryListView = z.object({
  categories: z.array(CategoryView),
  total: z.int().meta({ description: 'Number of rows.', example: 34 }),
})

/** A new webhook secret. */
export const presentRotatedSecret = (rotated: { webhookSecret: string; previousValidUntil: Date }): RotatedSecretView => ({
  webhook_secret: rotated.webhookSecret,
  previous_valid_until: presentTime(rotated.previousValidUntil),
})

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
    time_zone: business.timeZone,
    spread_percent: presentPercent(business.spreadBps),
    tolerance_percent: presentPercent(business.toleranceBps),
    payment_window_seconds: business.paymentWindowSeconds,
    created_at: presentTime(business.createdAt),
    updated_at: presentTime(business.updatedAt),
    livemode: isLive(business.mode),
  }
}

/** A new business with its secrets. */
export const presentCreatedBusiness = (facts: BusinessFacts, secrets: { apiKey: string; webhookSecret: string }): CreatedBusinessView => ({
  ...presentBusiness(facts),
  apiKey: secrets.apiKey,
  api_key: secrets.apiKey,
  webhook_secret: secrets.webhookSecret,
})

/** Details of one business beside its facts. */
interface BusinessMore {
  readonly key: { readonly prefix: string; readonly last4: string } | undefined
  readonly contractWallets: readonly AssetCode[]
}

/** A business with hints of its newest API key and the wallets that are contracts. */
export const presentBusinessDetail = (facts: BusinessFacts, { key, contractWallets }: BusinessMore): BusinessDetailView => ({
  ...presentBusiness(facts),
  api_key_prefix: key?.prefix ?? null,
  api_key_last4: key?.last4 ?? null,
  contract_wallets: [...contractWallets],
})

/** The data of a business event: the business at the moment of the event, flat and under its name. */
export function presentBusinessChange(facts: BusinessFacts): BusinessView & { business: BusinessView } {
  const business = presentBusiness(facts)
  return { ...business, business }
}

function readPattern(raw: unknown, pattern: RegExp, problem: string): Read<string> {
  const read = readText(raw, { max: 128 })
  return 'problem' in read || pattern.test(read.value) ? read : { problem }
}

function readEvents(raw: unknown): Read<readonly string[]> {
  const names: unknown[] | undefined = Array.isArray(raw) ? raw : undefined
  const known = names && subscriptions.filter((name) => names.includes(name))
  const isKnown = names?.every((name) => typeof name === 'string' && subscriptions.includes(name))
  return known && isKnown ? { value: known } : { problem: `must be a list of ${subscriptions.join(', ')}` }
}

function readWindow(raw: unknown): Read<number> {
  const { least, most } = WINDOW_SECONDS
  const value = typeof raw === 'string' && /^\d{1,5}$/.test(raw) ? Number(raw) : raw
  const fits = typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
  return fits ? { value } : { problem: `must be a whole number of seconds from ${least} to ${most}` }
}

/** The quota that a creation counted against. */
export const UsageView = z
  .object({ current: z.int(), limit: z.int(), remaining: z.int() })
  .meta({ id: 'Usage', description: 'Transactions of this calendar month (UTC).', example: { current: 1, limit: 100, remaining: 99 } })
