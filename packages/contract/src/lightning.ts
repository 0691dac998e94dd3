import { ceilSats, floorSats } from '@gateway/domain/lightning/amounts'
import { lightningStates } from '@gateway/domain/lightning/machine'
import { lightningDirections, type LightningPayment } from '@gateway/domain/lightning/payment'
import type { LightningBalance, LightningWallet } from '@gateway/domain/lightning/wallet'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Msat, Sats, WalletIdView } from './lightning/scalars.ts'
import { Id } from './wire/id.ts'
import { isLive, Livemode } from './wire/mode.ts'
import { memberOf, view } from './wire/objects/view.ts'
import { PageView } from './wire/page.ts'
import { presentTime, presentTimeOrNull, Time } from './wire/time.ts'

/** A wallet with its balance and its address. */
export interface SeenLightningWallet {
  readonly wallet: LightningWallet
  readonly balance: LightningBalance
  /** The host of the addresses of this service. */
  readonly addressHost: string
}

const EXAMPLE_HASH = '0001020304050607080900010203040506070809000102030405060708090102'
const EXAMPLE_INVOICE = 'lnbc20m1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypq…'

const text = (description: string, example: string | null) => z.string().nullable().meta({ description, example })
const Address = text('People pay the wallet at this address; null until one is registered.', 'ada@pay.example')

/** The Lightning Address of a wallet; null until one is registered. */
const addressOf = ({ wallet: { username }, addressHost }: Pick<SeenLightningWallet, 'wallet' | 'addressHost'>): string | null =>
  username === null ? null : `${username}@${addressHost}`

/** Everything that a wallet has, in whole satoshis, rounded down. */
const balanceSats = ({ availableMsat, reservedMsat }: LightningBalance): number => Number(floorSats(availableMsat + reservedMsat))

const nodes = memberOf<SeenLightningWallet>()
/** A wallet, in an answer: what the interface calls a node. */
export const lightningNodeView = view(
  {
    id: nodes(Id, ({ wallet }) => wallet.id),
    wallet_id: nodes(WalletIdView, ({ wallet }) => wallet.walletId),
    business_id: nodes(Id, ({ wallet }) => wallet.businessId),
    status: nodes(
      z.literal('active').meta({ description: 'A wallet that was enabled stays active.', example: 'active' }),
      () => 'active' as const,
    ),
    lightning_address: nodes(Address, addressOf),
    balance_sats: nodes(
      Sats.meta({ description: 'What the wallet has, with what is reserved, rounded down.', example: 12_345 }),
      ({ balance }) => balanceSats(balance),
    ),
    created_at: nodes(Time, ({ wallet }) => presentTime(wallet.createdAt)),
    livemode: nodes(Livemode, ({ wallet }) => isLive(wallet.mode)),
  },
  { id: 'LightningNode', description: 'A custodial Lightning wallet of a business.' },
)

const its = memberOf<LightningPayment>()
/** A Lightning payment, in an answer. */
export const lightningPaymentView = view(
  {
    id: its(Id, 'id'),
    wallet_id: its(WalletIdView, 'walletId'),
    business_id: its(Id, 'businessId'),
    payment_hash: its(
      z.string().meta({ description: 'The SHA-256 of the preimage, in hexadecimal.', example: EXAMPLE_HASH }),
      'paymentHash',
    ),
    payment_request: its(z.string().meta({ description: 'The BOLT11 invoice.', example: EXAMPLE_INVOICE }), 'paymentRequest'),
    direction: its(
      z.enum(lightningDirections).meta({ description: 'Whether it enters or leaves the wallet.', example: 'incoming' }),
      'direction',
    ),
    amount_sats: its(Sats.meta({ description: 'What the payee gets, rounded down to whole satoshis.', example: 1_000 }), ({ amountMsat }) =>
      Number(floorSats(amountMsat)),
    ),
    amount_msat: its(Msat.meta({ description: 'What the payee gets, in millisatoshis.', example: 1_000_000 }), ({ amountMsat }) =>
      Number(amountMsat),
    ),
    fee_sats: its(
      Sats.meta({
        description: 'What the route cost, rounded up to whole satoshis; 0 until it is settled, and within the service.',
        example: 0,
      }),
      ({ feeMsat }) => Number(ceilSats(feeMsat)),
    ),
    status: its(
      z
        .enum(lightningStates)
        .meta({ description: 'Pending until it is proven that it was paid, or that it never will be.', example: 'settled' }),
      'state',
    ),
    description: its(text('The text of the invoice, or the comment of the payer; null without one.', 'Order A-1001'), 'description'),
    destination: its(text('What an outgoing payment was sent to, as it was named; null for incoming ones.', null), 'destination'),
    preimage: its(text('The proof of the payment, in hexadecimal; null until it is settled.', null), 'preimage'),
    created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
    settled_at: its(
      Time.nullable().meta({ description: 'When it was settled; null until then.', example: '2026-10-01T12:00:03.000Z' }),
      ({ settledAt }) => presentTimeOrNull(settledAt),
    ),
    livemode: its(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'LightningPayment', description: 'Money that enters or leaves a Lightning wallet.' },
)

const payments = z.array(lightningPaymentView.schema)
/** A page of payments, under both of its names. */
export const LightningPaymentsView = z.object({ payments, ...PageView, data: z.object({ payments }) })

/** A page of payments as it is answered. */
export function presentLightningPayments(
  bounds: { readonly limit: number; readonly offset: number },
  { rows, total }: { readonly rows: readonly LightningPayment[]; readonly total: number },
): z.output<typeof LightningPaymentsView> {
  const shown = rows.map(lightningPaymentView.present)
  return { payments: shown, total, limit: bounds.limit, offset: bounds.offset, data: { payments: shown } }
}

const PaymentRequest = z
  .string()
  .meta({ description: 'The BOLT11 invoice, which any wallet can pay for an hour.', example: EXAMPLE_INVOICE })
const PaymentHash = z.string().meta({ description: 'It finds the payment.', example: EXAMPLE_HASH })
const Asked = Sats.meta({ description: 'The amount of the invoice.', example: 1_000 })

/** A new invoice: an incoming payment that is pending. */
export const lightningInvoiceView = view(
  {
    payment_request: its(PaymentRequest, 'paymentRequest'),
    payment_hash: its(PaymentHash, 'paymentHash'),
    amount_sats: its(Asked, ({ amountMsat }) => Number(floorSats(amountMsat))),
    description: its(text('The payer reads this text; null without one.', 'Order A-1001'), 'description'),
    expires_at: its(Time.meta({ description: 'It cannot be paid from then on.', example: '2026-10-01T13:00:00.000Z' }), ({ expiresAt }) =>
      presentTime(expiresAt),
    ),
    data: its(
      z
        .object({
          invoice: z.object({ bolt11: PaymentRequest, payment_request: PaymentRequest, payment_hash: PaymentHash, amount_sats: Asked }),
        })
        .meta({ description: 'The same, for clients that read it from here.' }),
      ({ paymentRequest, paymentHash, amountMsat }) => ({
        invoice: {
          bolt11: paymentRequest,
          payment_request: paymentRequest,
          payment_hash: paymentHash,
          amount_sats: Number(floorSats(amountMsat)),
        },
      }),
    ),
    livemode: its(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'LightningInvoice', description: 'An invoice of a Lightning wallet.' },
)

const BTC_MSAT_DECIMALS = 11
const Balances = z
  .array(
    z.object({
      chain: z.literal('LN').meta({ description: 'Bitcoin on Lightning.', example: 'LN' }),
      currency: z.literal('LN').meta({ description: 'The same.', example: 'LN' }),
      balance: z
        .string()
        .meta({ description: 'What the wallet has, in whole bitcoin, rounded down to 8 decimals.', example: '0.00012345' }),
    }),
  )
  .meta({ description: 'The balance of the wallet in whole bitcoin: one row.' })

/** What a wallet has, in both of its forms. */
export const lightningBalanceView = view(
  {
    wallet_id: nodes(WalletIdView, ({ wallet }) => wallet.walletId),
    balance_sats: nodes(
      Sats.meta({ description: 'What the wallet has, with what is reserved, rounded down.', example: 12_345 }),
      ({ balance }) => balanceSats(balance),
    ),
    balance_msat: nodes(Msat.meta({ description: 'The same, exactly.', example: 12_345_678 }), ({ balance }) =>
      Number(balance.availableMsat + balance.reservedMsat),
    ),
    available_sats: nodes(Sats.meta({ description: 'What it can spend now, rounded down.', example: 12_345 }), ({ balance }) =>
      Number(floorSats(balance.availableMsat)),
    ),
    reserved_sats: nodes(
      Sats.meta({ description: 'What is set aside for sends that are pending, rounded up.', example: 0 }),
      ({ balance }) => Number(ceilSats(balance.reservedMsat)),
    ),
    balances: nodes(Balances, balancesOf),
    data: nodes(z.object({ balances: Balances }).meta({ description: 'The same, for clients that read it from here.' }), (seen) => ({
      balances: balancesOf(seen),
    })),
    livemode: nodes(Livemode, ({ wallet }) => isLive(wallet.mode)),
  },
  { id: 'LightningBalance', description: 'What a Lightning wallet has.' },
)

function balancesOf({ balance }: SeenLightningWallet): z.output<typeof Balances> {
  const msat = balance.availableMsat + balance.reservedMsat
  const whole = formatUnits(floorSats(msat), BTC_MSAT_DECIMALS - 3)
  return [{ chain: 'LN', currency: 'LN', balance: whole }]
}

/** The address of a wallet, right after it was registered. */
export const lightningAddressView = view(
  {
    lightning_address: nodes(
      z.string().meta({ description: 'People pay the wallet at this address.', example: 'ada@pay.example' }),
      (seen) => addressOf(seen) ?? '',
    ),
    username: nodes(z.string().meta({ description: 'The part before the `@`.', example: 'ada' }), ({ wallet }) => wallet.username ?? ''),
    wallet_id: nodes(WalletIdView, ({ wallet }) => wallet.walletId),
  },
  { id: 'LightningAddress', description: 'The Lightning Address of a wallet.' },
)

/** The address of a wallet, or whether a username is free: one route, told apart by the parameter. */
export const LightningAddressAnswer = z
  .object({
    wallet_id: WalletIdView.optional(),
    lightning_address: Address.optional(),
    username: text('The part before the `@`; null without an address.', 'ada').optional(),
    available: z.boolean().meta({ description: 'Of a username: whether a wallet can register it.', example: true }).optional(),
  })
  .meta({ description: 'With `wallet_id` its address, with `username` whether it is available.' })
export type LightningAddressAnswer = z.output<typeof LightningAddressAnswer>

/** The address of a wallet, which may have none. */
export const presentAddress = (seen: SeenLightningWallet): LightningAddressAnswer => ({
  wallet_id: seen.wallet.walletId,
  lightning_address: addressOf(seen),
  username: seen.wallet.username,
})
