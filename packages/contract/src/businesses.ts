import { isStatementDescriptor, STATEMENT_DESCRIPTOR } from '@gateway/domain/businesses/statement-descriptor'
import { type AssetCode, assetCodes } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { type BusinessFacts, BusinessView, presentBusiness } from './business-view.ts'
import { eventNames } from './events.ts'
import { TaxProfileInput } from './invoices/tax-profile-input.ts'
import { pathId } from './wire/id.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset, PageView } from './wire/page.ts'
import { percent } from './wire/percent.ts'
import { clearable, type Read, scalar } from './wire/scalar.ts'
import { oneLine, readText, text } from './wire/text.ts'
import { TimeZone } from './wire/time-zone.ts'
import { ConfirmProgramAddress } from './wire/program-address.ts'
import { presentTime, Time } from './wire/time.ts'
import { walletMap } from './wire/wallets.ts'

const WINDOW_SECONDS = { least: 60, most: 86_400 } as const
const CATEGORY = /^(?:[a-z0-9_-]{1,64})?$/
// Space to tilde; receivers with another encoding would sign any other character differently.
const SECRET = /^[\x20-\x7e]{16,128}$/
const subscriptions: readonly string[] = ['*', ...eventNames]

const Name = oneLine({ min: 1, max: 100 }, { description: 'The name is shown to customers.', example: 'Blue Bottle Books' })

const settings = {
  category: scalar<string, string>((raw) => readPattern(raw, CATEGORY, 'must be a slug of 1 to 64 of a-z, 0-9, _ and -'), {
    description: 'The category is a slug of 1 to 64 of a-z, 0-9, _ and -. A new business has none, and an empty string clears it.',
    example: 'books',
    type: 'string',
  }).optional(),
  description: oneLine(
    { max: 500 },
    {
      description: 'The description is free text for yourself. A new business has none, and an empty string clears it.',
      example: 'Second-hand books',
    },
  ).optional(),
  webhookUrl: text(
    { max: 2_000 },
    {
      description: 'Webhooks are sent to this URL: https, to a public host. A new business has none, and an empty string clears it.',
      example: 'https://shop.example/hooks',
    },
  ).optional(),
  walletAddresses: walletMap({
    description:
      'Payments are forwarded to these addresses, by coin, token or chain. A token without an address uses the address of its chain. A new business has none.',
    example: { BTC: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  }).optional(),
  confirmProgramAddress: ConfirmProgramAddress,
  webhookEvents: scalar<string[], readonly string[]>(readEvents, {
    description: 'These events are delivered besides those that always are; `*` stands for all. A new business has none.',
    example: ['payment.forwarded'],
    type: 'array',
    items: { type: 'string', enum: subscriptions },
  }).optional(),
  timeZone: TimeZone.optional(),
  taxProfile: TaxProfileInput.optional(),
  statementDescriptor: scalar<string, string>(readDescriptor, {
    description:
      'Customers read this on card statements: 5 to 22 characters of ASCII with a letter, without < > \\ \' " *. The processor puts its own prefix before its letters and digits, of which there is room for ten. A new business has its name there, and an empty string clears it.',
    example: 'BLUE BOTTLE BOOKS',
    type: 'string',
    maxLength: STATEMENT_DESCRIPTOR.most,
  }).optional(),
  spreadPercent: percent(5, {
    description: 'This percentage is taken off the market rate when a payment is quoted, 0 to 5. A new business has 0.',
    example: 0.5,
  }).optional(),
  tolerancePercent: percent(20, {
    description: 'This percentage of an amount may be missing, and the payment still counts as paid, 0 to 20. A new business has 0.',
    example: 1,
  }).optional(),
  paymentWindowSeconds: scalar<number | string, number>(readWindow, {
    description:
      'A payment is quoted at its rate for this many seconds, 60 to 86400. A new business has the default of the operator, usually 900.',
    example: 900,
    type: ['integer', 'string'],
    minimum: WINDOW_SECONDS.least,
    maximum: WINDOW_SECONDS.most,
  }).optional(),
} as const

const WebhookSecret = scalar<string, string>((raw) => readPattern(raw, SECRET, 'must be 16 to 128 printable ASCII characters'), {
  description: 'Webhooks are signed with this secret of 16 to 128 printable ASCII characters. Without one it is generated.',
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
/** A new business whose addresses and webhook URL are not checked yet. */
export type CreateBusinessInput = z.output<typeof CreateBusinessInput>

/** Changes of a business. Absent members stay unchanged; wallets are merged by chain. */
export const UpdateBusinessInput = wireInput(
  z.object({ id: pathId('business'), name: Name.optional(), ...settings, taxProfile: clearable(TaxProfileInput).optional() }),
)
/** The members to change; an absent member keeps its value, and a tax profile that is null is cleared. */
export type UpdateBusinessInput = z.output<typeof UpdateBusinessInput>

/** A business named in the path. */
export const BusinessRef = wireInput(z.object({ id: pathId('business') }))

/** A new webhook secret for a business. */
export const RotateSecretInput = wireInput(z.object({ id: pathId('business'), webhookSecret: WebhookSecret.optional() }))
/** The business, and its next secret; absent where the gateway generates it. */
export type RotateSecretInput = z.output<typeof RotateSecretInput>

/** Which page of businesses to list. */
export const ListBusinessesInput = wireFilter(z.object({ limit: limit(50), offset: Offset }))
export type ListBusinessesInput = z.output<typeof ListBusinessesInput>

const ApiKeyText = z.string().meta({ description: 'The API key is shown only this once.', example: 'gw_live_0123456789ab_…' })
const KeyHint = z.string().nullable()

/** A business at its creation, with the secrets that are shown this once. */
export const CreatedBusinessView = BusinessView.extend({
  apiKey: ApiKeyText,
  api_key: ApiKeyText,
  webhook_secret: z
    .string()
    .meta({ description: 'Webhooks are signed with this secret, which is shown only this once.', example: 'whsec_…' }),
}).meta({ id: 'CreatedBusiness', description: 'A new business with its secrets.' })
export type CreatedBusinessView = z.output<typeof CreatedBusinessView>

/** A business with hints of its newest API key and the wallets that are contracts. */
export const BusinessDetailView = BusinessView.extend({
  api_key_prefix: KeyHint.meta({ description: 'The newest active API key begins with these characters.', example: 'gw_live_0123456789ab' }),
  api_key_last4: KeyHint.meta({ description: 'The newest active API key ends with these four characters.', example: 'x7Qa' }),
  contract_wallets: z.array(z.enum(assetCodes)).meta({
    description:
      'The wallets of these coins are contracts, which is checked within minutes after a wallet is set. A contract may reject money: try a small payment first.',
    example: [],
  }),
}).meta({ id: 'BusinessDetail', description: 'A business of a merchant, with hints of its newest API key and its contract wallets.' })
export type BusinessDetailView = z.output<typeof BusinessDetailView>

/** A page of businesses. */
export const BusinessListView = z.object({ businesses: z.array(BusinessView), ...PageView })

/** The new webhook secret of a business. */
export const RotatedSecretView = z
  .object({
    webhook_secret: z
      .string()
      .meta({ description: 'Webhooks are signed with this new secret, which is shown only this once.', example: 'whsec_…' }),
    previous_valid_until: Time.meta({
      description: 'Until then `webhook-signature` also carries a signature made with the previous secret.',
    }),
  })
  .meta({ id: 'RotatedSecret', description: 'A new webhook secret.' })
export type RotatedSecretView = z.output<typeof RotatedSecretView>

const CategoryView = z
  .object({
    slug: z.string().meta({ description: 'The slug never changes.', example: 'books' }),
    label: z.string().meta({ description: 'The label is what merchants read.', example: 'Books and stationery' }),
    group: z.string().meta({ description: 'The category belongs to this group.', example: 'Retail' }),
    baseRisk: z.int().meta({ description: 'The typical risk of the category is 0 (low) to 100 (high).', example: 5 }),
  })
  .meta({ id: 'Category', description: 'A category of businesses.' })

/** The categories on offer. */
export const CategoryListView = z.object({
  categories: z.array(CategoryView),
  total: z.int().meta({ description: 'The list has this many rows.', example: 34 }),
})

/** A new webhook secret. */
export const presentRotatedSecret = (rotated: { webhookSecret: string; previousValidUntil: Date }): RotatedSecretView => ({
  webhook_secret: rotated.webhookSecret,
  previous_valid_until: presentTime(rotated.previousValidUntil),
})

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

function readPattern(raw: unknown, pattern: RegExp, problem: string): Read<string> {
  const read = readText(raw, { max: 128 })
  return 'problem' in read || pattern.test(read.value) ? read : { problem }
}

function readDescriptor(raw: unknown): Read<string> {
  const read = readText(raw, { max: STATEMENT_DESCRIPTOR.most })
  if ('problem' in read || read.value === '' || isStatementDescriptor(read.value)) return read
  return { problem: `must be 5 to 22 characters of ASCII with a letter, without < > \\ ' " *` }
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
export const UsageView = z.object({ current: z.int(), limit: z.int(), remaining: z.int() }).meta({
  id: 'Usage',
  description: 'The transactions of the business in this calendar month (UTC), against its plan.',
  example: { current: 1, limit: 100, remaining: 99 },
})
