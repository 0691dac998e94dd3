import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { Asset } from '../wire/chain.ts'
import { Id } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { presentTime, Time } from '../wire/time.ts'

/** What waits: deposits that no round has taken, settlements that the ledger rejects, rounds that are not signed, transactions that are stuck. */
const waitingKinds = ['untaken', 'refused', 'unsigned', 'stuck'] as const

/** Of what the money is. */
const waitingSubjects = ['payment', 'escrow', 'invoice'] as const

/** How a wait ends: by itself, by two operators' `lift` or `release`, by a decision about held money, or by a repair of data or settings. */
const waitEndings = ['itself', 'lift', 'release', 'decision', 'mending'] as const

/** Money that waits, as operators see it. */
export interface Waiting {
  readonly kind: (typeof waitingKinds)[number]
  /** Whose money it is. */
  readonly subject: (typeof waitingSubjects)[number]
  readonly id: string
  readonly state: string
  readonly businessId: string
  readonly businessName: string
  readonly asset: AssetCode
  readonly units: bigint
  readonly reason: string
  /** The reason as the end of a sentence that begins with "because". */
  readonly because: string
  readonly since: Date
  /** A fee cap has held it for a day, or a payment has waited a day below the cost of forwarding. */
  readonly isAlarm: boolean
  /** The round, as `release` names it; null where none waits. */
  readonly round: { readonly ref: string; readonly leg: number } | null
  readonly ending: (typeof waitEndings)[number]
  /** The operator commands that end it now, each as the words after `npm run operator --`. */
  readonly commands: readonly (readonly string[])[]
  /** The page of its workflow in the Temporal UI; null where its address is not set. */
  readonly temporalUrl: string | null
}

/** The oldest of what waits, and how much waits in all. */
export interface WaitingList {
  readonly waiting: readonly Waiting[]
  readonly total: number
}

/** Money that waits, oldest first; `total` also counts the rows not shown. */
export const WaitingListView = z.object({
  waiting: z.array(
    z.object({
      kind: z.enum(waitingKinds),
      subject: z.enum(waitingSubjects),
      id: Id,
      status: z.string(),
      business_id: Id,
      business_name: z.string(),
      blockchain: Asset,
      amount: DecimalString,
      reason: z.string(),
      because: z.string(),
      since: Time,
      alarm: z.boolean(),
      round: z
        .object({ payment: Id, round: z.int(), units: z.string() })
        .nullable()
        .meta({ description: 'What `operator.release` takes.', example: null }),
      ends_by: z.enum(waitEndings),
      commands: z.array(z.array(z.string())),
      temporal_url: z.string().nullable(),
    }),
  ),
  total: z.int(),
})

/** Money that waits. */
export const presentWaiting = ({ waiting, total }: WaitingList): z.output<typeof WaitingListView> => ({
  waiting: waiting.map((one) => ({
    kind: one.kind,
    subject: one.subject,
    id: one.id,
    status: one.state,
    business_id: one.businessId,
    business_name: one.businessName,
    blockchain: one.asset,
    amount: formatUnits(one.units, assetOf(one.asset).decimals),
    reason: one.reason,
    because: one.because,
    since: presentTime(one.since),
    alarm: one.isAlarm,
    round: one.round && { payment: one.round.ref, round: one.round.leg, units: String(one.units) },
    ends_by: one.ending,
    commands: one.commands.map((words) => [...words]),
    temporal_url: one.temporalUrl,
  })),
  total,
})

/** An unsupported token at the address of a payment; its decimals are unknown. */
export interface UnsupportedToken {
  readonly payment: string
  readonly state: string
  readonly chain: string
  readonly contract: string
  /** A lower bound: of several transfers of one transaction to one address only the first is stored. */
  readonly baseUnits: string
  /** The newest deposit. */
  readonly transaction: string
  readonly address: string
  readonly since: Date
}

/** Unsupported tokens at deposit addresses, newest first. */
export const UnsupportedTokensView = z.object({
  tokens: z.array(
    z.object({
      payment_id: Id,
      status: z.string(),
      chain: z.string(),
      contract: z.string(),
      base_units: z.string(),
      tx_id: z.string(),
      address: z.string(),
      since: Time,
      temporal_url: z.string().nullable(),
    }),
  ),
  total: z.int(),
})

/** Unsupported tokens; `pageOf` is the page of a payment's workflow in the Temporal UI. */
export const presentUnsupported = (
  found: { readonly shown: readonly UnsupportedToken[]; readonly total: number },
  pageOf: (paymentId: string) => string | null,
): z.output<typeof UnsupportedTokensView> => ({
  tokens: found.shown.map(({ payment, state, chain, contract, baseUnits, transaction, address, since }) => ({
    payment_id: payment,
    status: state,
    chain,
    contract,
    base_units: baseUnits,
    tx_id: transaction,
    address,
    since: presentTime(since),
    temporal_url: pageOf(payment),
  })),
  total: found.total,
})
