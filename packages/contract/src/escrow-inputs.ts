import { escrowStates } from '@gateway/domain/escrows/machine'
import { z } from 'zod'
import { BusinessIdName, pathId } from './wire/id.ts'
import { MetadataValues, OrderId } from './wire/metadata/metadata-filter.ts'
import { MetadataObject } from './wire/metadata/metadata.ts'
import { AssetName, CryptoAmount, CurrencyName, FiatAmount } from './wire/money.ts'
import { wireFilter, wireInput } from './wire/names.ts'
import { limit, Offset } from './wire/page.ts'
import { ConfirmProgramAddress } from './wire/program-address.ts'
import { choice, integer } from './wire/scalar.ts'
import { text } from './wire/text.ts'

const EXAMPLE_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const address = (description: string, example = EXAMPLE_ADDRESS) => text({ min: 1, max: 200 }, { description, example })

/** The terms of a new escrow. The operation validates amount and addresses against the coin. */
export const CreateEscrowInput = wireInput(
  z.object({
    chain: AssetName.meta({ description: 'The coin or token of the escrow, in any case.', example: 'BTC' }),
    amount: CryptoAmount.meta({
      description: 'The amount of the coin, rounded to its decimals. Either this or `amount_fiat` is required, not both.',
      example: 0.05,
    }).optional(),
    amountFiat: FiatAmount.meta({
      description: 'The amount in `fiat_currency`, converted at the current rate and rounded up.',
      example: 2500,
    }).optional(),
    fiatCurrency: CurrencyName.meta({
      description: 'The currency of `amount_fiat`, an ISO 4217 code in any case.',
      example: 'USD',
    }).prefault('USD'),
    depositorAddress: address('The address of the party that pays in; a refund, and whatever is paid in above the amount, goes there.'),
    beneficiaryAddress: address('The address of the party that a release pays.', 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c'),
    expiresInHours: integer(
      { least: 1, most: 720 },
      { description: 'The escrow waits so many hours for its deposit, 1 to 720.', example: 24 },
    ).prefault(24),
    arbiterAddress: address('The address of a third party: it is shown to both parties and has no power over the money.').optional(),
    confirmProgramAddress: ConfirmProgramAddress,
    metadata: MetadataObject.optional(),
    businessId: BusinessIdName.optional(),
  }),
).transform(({ amount, amountFiat, metadata, chain, ...terms }, context) => {
  if (amount && amountFiat) context.addIssue({ code: 'custom', path: ['amount'], message: 'cannot be sent together with amount_fiat' })
  else if (amount) return { ...terms, asset: chain, metadata: metadata ?? {}, price: { amount } }
  else if (amountFiat) return { ...terms, asset: chain, metadata: metadata ?? {}, price: { amountFiat } }
  else context.addIssue({ code: 'custom', path: ['amount'], message: 'is required' })
  return z.NEVER
})
/** Terms with exactly one price: an amount of the coin, or one in a currency. */
export type CreateEscrowInput = z.output<typeof CreateEscrowInput>

/** An escrow named in the path. */
export const EscrowRef = wireInput(z.object({ id: pathId('escrow') }))

const filters = [...escrowStates, 'pending'] as const

/** Which escrows to list; `pending` means `created`. */
export const ListEscrowsInput = wireFilter(
  z.object({
    status: choice(filters, {
      description: 'Only escrows with this status are listed. `pending` means created.',
      example: 'funded',
    }).optional(),
    depositor: address('Only escrows with exactly this depositor are listed.').optional(),
    beneficiary: address('Only escrows with exactly this beneficiary are listed.').optional(),
    orderId: OrderId.optional(),
    metadata: MetadataValues.optional(),
    limit: limit(20),
    offset: Offset,
  }),
).transform(({ status, ...filter }) => ({ ...filter, status: status === 'pending' ? ('created' as const) : status }))
/** A filter by the states that are stored. */
export type ListEscrowsInput = z.output<typeof ListEscrowsInput>

/** A part of an escrow's history. */
export const EscrowEventsInput = wireFilter(z.object({ id: pathId('escrow'), limit: limit(50), offset: Offset }))

const TOKEN_EXAMPLE = `esc_${'3f'.repeat(32)}`
const token = (description: string) => text({ min: 1, max: 200 }, { description, example: TOKEN_EXAMPLE })

/** A token that is to be recognised. */
export const AuthenticateEscrowInput = wireInput(
  z.object({ id: pathId('escrow'), token: token('The token of either party, as the creation answered it.') }),
)

const releaseToken = token('The token of the depositor, as the creation answered it.')

/** The depositor's word for a release. */
export const ReleaseEscrowInput = wireInput(z.object({ id: pathId('escrow'), releaseToken }), { token: 'releaseToken' })

/** The depositor's word for a refund. */
export const RefundEscrowInput = wireInput(
  z.object({
    id: pathId('escrow'),
    releaseToken,
    reason: text(
      { max: 2_000 },
      { description: 'Why the money goes back; both parties can read it.', example: 'Not delivered' },
    ).optional(),
  }),
  { token: 'releaseToken' },
)

/** A party's word for a dispute. */
export const DisputeEscrowInput = wireInput(
  z.object({
    id: pathId('escrow'),
    token: token('The token of either party, as the creation answered it.'),
    reason: text({ min: 1, max: 2_000 }, { description: 'The reason of the dispute; operators decide by it.', example: 'Not delivered' }),
  }),
  { releaseToken: 'token', beneficiaryToken: 'token' },
)
