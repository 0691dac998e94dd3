import { deadlineOf, type Escrow, escrowFeeUnits } from '@gateway/domain/escrows/escrow'
import { escrowStates } from '@gateway/domain/escrows/machine'
import { type Asset as DomainAsset, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { z } from 'zod'
import { escrowView } from '../escrows.ts'
import { Asset } from '../wire/chain.ts'
import { BusinessIdName, Id, pathId } from '../wire/id.ts'
import { DecimalString } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { limit, Offset, PageView } from '../wire/page.ts'
import { presentPercent } from '../wire/percent.ts'
import { choice } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

const LONGEST_SEARCH = 200

/** Which escrows of a business to list. */
export const PortalEscrowsInput = wireInput(
  z.object({
    businessId: BusinessIdName,
    status: choice(escrowStates, { description: 'Only escrows with this status are listed.', example: 'funded' }).optional(),
    q: text(
      { max: LONGEST_SEARCH },
      { description: 'An id or its beginning, or the address of the escrow or of a party.', example: '6f1c2f0e' },
    ).optional(),
    limit: limit(50),
    offset: Offset,
  }),
)
export type PortalEscrowsInput = z.output<typeof PortalEscrowsInput>

const PortalEscrowRow = z.object({
  id: Id,
  created_at: Time,
  status: z.enum(escrowStates),
  chain: Asset,
  amount: DecimalString,
  depositor_address: z.string().nullable(),
  beneficiary_address: z.string(),
  deadline_at: Time.nullable().meta({ description: 'When the clock moves it on, if no party does before.', example: null }),
})

/** A page of escrows as table rows. */
export const PortalEscrowsView = z.object({ escrows: z.array(PortalEscrowRow), ...PageView })

/** A page of escrows before it is presented. */
export interface EscrowRows extends Pick<PortalEscrowsInput, 'limit' | 'offset'> {
  readonly escrows: readonly Escrow[]
  readonly total: number
}

/** A page of escrows as table rows. */
export const presentEscrowRows = ({ escrows, ...page }: EscrowRows): z.output<typeof PortalEscrowsView> => ({
  escrows: escrows.map((escrow) => ({
    id: escrow.id,
    created_at: presentTime(escrow.createdAt),
    status: escrow.state,
    chain: escrow.asset,
    amount: formatUnits(escrow.amountUnits, assetOf(escrow.asset).decimals),
    depositor_address: escrow.depositorAddress,
    beneficiary_address: escrow.beneficiaryAddress,
    deadline_at: presentTimeOrNull(deadlineOf(escrow) ?? null),
  })),
  ...page,
})

/** The coins that an escrow can be made in. */
export const EscrowCoinsView = z.object({ coins: z.array(z.object({ symbol: Asset, name: z.string() })) })

/** The coins that an escrow can be made in. */
export const presentEscrowCoins = (coins: readonly DomainAsset[]): z.output<typeof EscrowCoinsView> => ({
  coins: coins.map(({ code, name }) => ({ symbol: code, name })),
})

/** One escrow of a business. */
export const PortalEscrowInput = wireInput(z.object({ id: pathId('escrow') }))

const deadlineKinds = ['deposit_due', 'expiry', 'automatic_refund', 'decision_due'] as const

/** An escrow as its business sees it: with exact amounts, and with what the clock will do. */
export const PortalEscrowView = z.object({
  escrow: escrowView.schema,
  amounts: z.object({
    asked: DecimalString,
    deposited: DecimalString,
    missing: DecimalString,
    fee: DecimalString,
    released: DecimalString.meta({ description: 'What a release pays, less the fee.', example: '0.0495' }),
  }),
  fee_percent: z.number(),
  deadlines: z.array(z.object({ kind: z.enum(deadlineKinds), at: Time })),
  explorer_tx: z.string().nullable().meta({ description: 'Where a transaction id is appended; null without an explorer.', example: null }),
  explorer_address: z.string().nullable().meta({ description: 'Where an address is appended; null without an explorer.', example: null }),
})

/** An escrow before it is presented to its business. */
export interface EscrowDetail {
  readonly escrow: Escrow
  readonly explorerTx: string | null
  readonly explorerAddress: string | null
}

/** An escrow as its business sees it. */
export function presentEscrowDetail({ escrow, explorerTx, explorerAddress }: EscrowDetail): z.output<typeof PortalEscrowView> {
  const { amountUnits, depositedUnits } = escrow
  const exact = (units: bigint): string => formatUnits(units, assetOf(escrow.asset).decimals)
  const feeUnits = escrowFeeUnits(escrow)
  return {
    escrow: escrowView.present({ escrow, isInside: true }),
    amounts: {
      asked: exact(amountUnits),
      deposited: exact(depositedUnits),
      missing: exact(depositedUnits < amountUnits ? amountUnits - depositedUnits : 0n),
      fee: exact(feeUnits),
      released: exact(amountUnits - feeUnits),
    },
    fee_percent: presentPercent(escrow.feeBps),
    deadlines: deadlinesOf(escrow).map(({ kind, at }) => ({ kind, at: presentTime(at) })),
    explorer_tx: explorerTx,
    explorer_address: explorerAddress,
  }
}

interface Deadline {
  readonly kind: (typeof deadlineKinds)[number]
  readonly at: Date
}

/** What the clock does in the present state, in order. */
function deadlinesOf(escrow: Escrow): Deadline[] {
  const next = deadlineOf(escrow)
  if (!next) return []
  if (escrow.state === 'disputed') return [{ kind: 'decision_due', at: next }]
  const refund = deadlineOf({ ...escrow, state: 'funded' }) ?? next
  const kind = escrow.state === 'created' ? 'deposit_due' : 'expiry'
  return [
    { kind, at: escrow.expiresAt },
    { kind: 'automatic_refund', at: refund },
  ]
}
