import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { Id } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { presentTime, Time } from '../wire/time.ts'

/** A payment as `npm run operator -- show` tells it. */
export interface ShownPayment {
  readonly id: string
  readonly sentences: readonly string[]
  readonly commands: readonly { readonly words: readonly string[]; readonly effect: string }[]
  /** The received amount, in base units. */
  readonly receivedUnits: bigint
  /** Rows by section; amounts are base units. */
  readonly timeline: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  readonly temporalUrl: string | null
}

/** What a payment is, which commands apply, and its whole timeline. */
export const ShownPaymentView = z.object({
  id: Id,
  sentences: z.array(z.string()),
  commands: z.array(z.object({ words: z.array(z.string()), effect: z.string() })),
  received_units: z.string().meta({ description: 'The received amount in base units; `operator.accept` takes it.', example: '150000' }),
  timeline: z.array(z.object({ title: z.string(), rows: z.array(z.record(z.string(), z.unknown())) })),
  temporal_url: z.string().nullable(),
})

/** A payment as `show --all` tells it; amounts become text. */
export const presentShownPayment = (shown: ShownPayment): z.output<typeof ShownPaymentView> => ({
  id: shown.id,
  sentences: [...shown.sentences],
  commands: shown.commands.map(({ words, effect }) => ({ words: [...words], effect })),
  received_units: String(shown.receivedUnits),
  timeline: Object.entries(shown.timeline).map(([title, rows]) => ({ title, rows: rows.map(inJson) })),
  temporal_url: shown.temporalUrl,
})

function inJson(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(row, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
}

/** The state of a payment after a decision. */
export const DecidedPaymentView = z.object({ id: Id, status: z.string() })

/** The coins of a payment that are on their way after a decision. */
export const ForwardedView = z.object({ id: Id, blockchains: z.array(Asset) })

/** A refund that the payer was offered; its link is shown only here. */
export const OfferedView = z.object({ id: Id, url: z.string(), token: z.string(), blockchain: Asset, amount: DecimalString, ends_at: Time })

/** An offered refund. */
export const presentOffered = (
  offered: { readonly id: string; readonly token: string; readonly path: string; readonly endsAt: Date } & Pick<
    z.output<typeof OfferedView>,
    'amount'
  > & { readonly asset: z.output<typeof Asset> },
  publicUrl: string,
): z.output<typeof OfferedView> => ({
  id: offered.id,
  url: `${publicUrl}${offered.path}`,
  token: offered.token,
  blockchain: offered.asset,
  amount: offered.amount,
  ends_at: presentTime(offered.endsAt),
})
