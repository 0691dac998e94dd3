import { lightningStates } from '@gateway/domain/lightning/machine'
import { lightningDirections } from '@gateway/domain/lightning/payment'
import { USERNAME } from '@gateway/domain/lightning/username'
import { isUuid } from '@gateway/domain/kernel/id'
import { z } from 'zod'
import { BusinessIdName, pathId } from '../wire/id.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { limit, Offset } from '../wire/page.ts'
import { choice, type Read, scalar } from '../wire/scalar.ts'
import { readText, text } from '../wire/text.ts'
import { PaymentHashName, SatsAmount, WalletName } from './scalars.ts'

/** What BOLT11 has room for: ten bits of length, in groups of five bits. */
const LONGEST_DESCRIPTION_BYTES = 639
/** An invoice has at most 7089 characters; blanks and a prefix may be around it. */
const LONGEST_DESTINATION = 8_000

/** A wallet to enable. Any `mnemonic` is dropped unread, like every member that is not named here: the service holds its own keys. */
export const EnableLightningInput = wireInput(z.object({ walletId: WalletName, businessId: BusinessIdName.optional() }))
export type EnableLightningInput = z.output<typeof EnableLightningInput>

/** A wallet by the id of its node, in the path. */
export const LightningNodeRef = wireInput(z.object({ id: pathId('wallet') }))

/** A wallet by its merchant's name of it. */
export const LightningWalletRef = wireFilter(z.object({ walletId: WalletName }))

const Username = scalar<string, string>(readUsername, {
  description: 'The part of the address before the `@`: 3 to 32 of `a-z` and `0-9`.',
  example: 'ada',
  type: 'string',
  minLength: 3,
  maxLength: 32,
})

/** An address to register. */
export const RegisterAddressInput = wireInput(z.object({ walletId: WalletName, username: Username }))
export type RegisterAddressInput = z.output<typeof RegisterAddressInput>

/** The wallet whose address is asked for, or the username to check: exactly one of both. */
export const LightningAddressInput = wireFilter(z.object({ walletId: WalletName.optional(), username: Username.optional() }))
export type LightningAddressInput = z.output<typeof LightningAddressInput>

/** A new invoice. */
export const CreateLightningInvoiceInput = wireInput(
  z.object({
    walletId: WalletName,
    amountSats: SatsAmount,
    description: scalar<string, string>(readDescription, {
      description: `The payer reads this text; at most ${LONGEST_DESCRIPTION_BYTES} bytes in UTF-8.`,
      example: 'Order A-1001',
      type: 'string',
      maxLength: LONGEST_DESCRIPTION_BYTES,
    }).optional(),
  }),
)
export type CreateLightningInvoiceInput = z.output<typeof CreateLightningInvoiceInput>

/** A payment to make. */
export const SendLightningInput = wireInput(
  z.object({
    walletId: WalletName,
    destination: text(
      { min: 1, max: LONGEST_DESTINATION },
      {
        description: 'A BOLT11 invoice or a Lightning Address; blanks around it and `lightning:` before it are dropped.',
        example: 'ada@pay.example',
      },
    ),
    amountSats: SatsAmount.meta({
      description:
        'What the payee gets. Addresses and invoices without an amount need it; beside an amount in the invoice it has to be the same.',
      example: 1_000,
    }).optional(),
  }),
  { bolt11: 'destination', bolt12: 'destination', paymentRequest: 'destination', invoice: 'destination' },
)
export type SendLightningInput = z.output<typeof SendLightningInput>

const direction = choice(lightningDirections, {
  description: 'Only payments that enter, or only those that leave.',
  example: 'incoming',
}).optional()

/** Which payments to list. */
export const ListLightningPaymentsInput = wireFilter(
  z.object({
    walletId: WalletName.optional(),
    businessId: BusinessIdName.optional(),
    nodeId: scalar<string, string>((raw) => (isUuid(raw) ? { value: raw } : { problem: 'is the id of no wallet' }), {
      description: 'Only payments of the wallet with this `id`.',
      example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
      type: 'string',
      maxLength: 64,
    }).optional(),
    direction,
    status: choice(lightningStates, { description: 'Only payments with this status are listed.', example: 'settled' }).optional(),
    limit: limit(50),
    offset: Offset,
  }),
)
export type ListLightningPaymentsInput = z.output<typeof ListLightningPaymentsInput>

/** A payment by its hash, in the path. Of one that was paid inside the service the outgoing row is meant, unless the query says otherwise. */
export const LightningPaymentRef = wireInput(z.object({ paymentHash: PaymentHashName, walletId: WalletName.optional(), direction }))
export type LightningPaymentRef = z.output<typeof LightningPaymentRef>

function readUsername(raw: unknown): Read<string> {
  return typeof raw === 'string' && USERNAME.test(raw) ? { value: raw } : { problem: 'must be 3 to 32 of a-z and 0-9' }
}

function readDescription(raw: unknown): Read<string> {
  const read = readText(raw, { max: LONGEST_DESCRIPTION_BYTES })
  if ('problem' in read || new TextEncoder().encode(read.value).length <= LONGEST_DESCRIPTION_BYTES) return read
  return { problem: `must not be longer than ${LONGEST_DESCRIPTION_BYTES} bytes in UTF-8` }
}
