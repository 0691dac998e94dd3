import type { Mode } from '../kernel/id.ts'
import type { Entry, LedgerTransfer, LightningTransferKind } from './entry.ts'

/** A Lightning wallet in the ledger; amounts are millisatoshis. */
export interface LightningHolding {
  readonly mode: Mode
  /** The id of the wallet. */
  readonly walletId: string
}

/** Owner of the money in the channels of the node. */
const PLATFORM = 'platform'

/** L14: the node has received a payment of an invoice. `id` is that of the incoming payment. */
export const lightningReceived = (
  holding: LightningHolding,
  { id, amountMsat }: { readonly id: string; readonly amountMsat: bigint },
): LedgerTransfer => transfer(holding.mode, { kind: 'ln_received', ref: id }, [node(-amountMsat), wallet(holding, amountMsat)])

/** What a wallet has paid to another one of this service; `id` is that of the outgoing payment. */
export interface InternalTransfer {
  readonly id: string
  readonly amountMsat: bigint
  readonly payee: LightningHolding
}

/** L14: a payment inside the service, which no node takes part in. */
export const lightningTransferred = (payer: LightningHolding, { id, amountMsat, payee }: InternalTransfer): LedgerTransfer =>
  transfer(payer.mode, { kind: 'ln_internal', ref: id }, [wallet(payer, -amountMsat), wallet(payee, amountMsat)])

/** An outgoing payment with what is set aside for it: the amount `a` and the reserve `r` of its fee. */
export interface ReservedSend {
  readonly id: string
  readonly amountMsat: bigint
  readonly reserveMsat: bigint
}

/** L14: amount and reserve are set aside, before the node is asked to pay. */
export const lightningReserved = (holding: LightningHolding, send: ReservedSend): LedgerTransfer =>
  transfer(holding.mode, { kind: 'ln_reserved', ref: send.id }, [wallet(holding, -asideOf(send)), reserve(holding, asideOf(send))])

/** L14: the node has paid. The amount and the fee leave, the rest of the reserve returns. */
export const lightningSettled = (holding: LightningHolding, send: ReservedSend & { readonly feeMsat: bigint }): LedgerTransfer =>
  transfer(holding.mode, { kind: 'ln_settled', ref: send.id }, [
    reserve(holding, -asideOf(send)),
    node(send.amountMsat + send.feeMsat),
    wallet(holding, send.reserveMsat - send.feeMsat),
  ])

/** L14: proven that nothing was paid and nothing will be; everything returns. */
export const lightningFailed = (holding: LightningHolding, send: ReservedSend): LedgerTransfer =>
  transfer(holding.mode, { kind: 'ln_failed', ref: send.id }, [reserve(holding, -asideOf(send)), wallet(holding, asideOf(send))])

const asideOf = ({ amountMsat, reserveMsat }: ReservedSend): bigint => amountMsat + reserveMsat
const node = (units: bigint): Entry => ({ code: 'ln:node', owner: PLATFORM, units })
const wallet = ({ walletId }: LightningHolding, units: bigint): Entry => ({ code: 'ln:wallet', owner: walletId, units })
const reserve = ({ walletId }: LightningHolding, units: bigint): Entry => ({ code: 'ln:reserve', owner: walletId, units })

function transfer(
  mode: Mode,
  key: { readonly kind: LightningTransferKind; readonly ref: string },
  entries: readonly Entry[],
): LedgerTransfer {
  const moved = entries.filter(({ units }) => units !== 0n)
  return { ...key, chain: null, revision: 0, reverses: null, asset: 'LN', mode, entries: moved }
}
