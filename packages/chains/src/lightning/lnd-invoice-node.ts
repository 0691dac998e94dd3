import { createHash } from 'node:crypto'
import { z } from 'zod'
import { cancelAt } from './cancel-at.ts'
import { LightningUnavailable, RefusedByNode } from './errors.ts'
import { findInvoiceAt } from './find-invoice-at.ts'
import type { Cancellation, ChannelBalance, CreatedInvoice, InvoiceNode, NewInvoice } from './invoice-node.ts'
import type { LndAccess } from './lnd-access.ts'
import { createLndClient, type LndClient } from './lnd-client.ts'
import { HexBytes, Int64 } from './message-parts.ts'
import { NodeError } from './node-error.ts'
import { watchSettledAt } from './watch-settled-at.ts'

/** The receiving side of an LND. Source: api.lightning.community; what LND 0.21.3 answers was tried on a real node. */
export function createLndInvoiceNode(access: LndAccess): InvoiceNode {
  const lnd = createLndClient(access)
  return {
    addInvoice: (invoice) => addInvoice(lnd, invoice),
    lookUpInvoice: (paymentHash) => findInvoiceAt(lnd, paymentHash),
    cancelInvoice: (paymentHash) => cancel(lnd, paymentHash),
    watchSettled: (onHash) => watchSettledAt(lnd, onHash),
    channelBalance: () => channelBalance(lnd),
    close: () => lnd.close(),
  }
}

const Added = z.object({ r_hash: HexBytes })

/** The node refuses a hash that it has, and everything else, by one code: what it has is looked up. */
async function addInvoice(lnd: LndClient, invoice: NewInvoice): Promise<CreatedInvoice> {
  const paymentHash = createHash('sha256').update(Buffer.from(invoice.preimage, 'hex')).digest('hex')
  const refusal = await add(lnd, { invoice, paymentHash })
  const found = await findInvoiceAt(lnd, paymentHash)
  if (found.state === 'unknown') throw noneOf(refusal)
  const { state, paymentRequest, expiresAt } = found
  return { state, paymentRequest, expiresAt, paymentHash }
}

/** Returns the node's refusal, or undefined when it has made the invoice. */
async function add(
  lnd: LndClient,
  { invoice, paymentHash }: { readonly invoice: NewInvoice; readonly paymentHash: string },
): Promise<NodeError | undefined> {
  try {
    const request = requestOf(invoice)
    const added = await lnd.ask({ name: 'AddInvoice', make: (stubs, ...rest) => stubs.default.addInvoice(...rest), request, shape: Added })
    if (added.r_hash !== paymentHash) throw new LightningUnavailable('odd answer to AddInvoice: r_hash')
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}

const noneOf = (refusal: NodeError | undefined): RefusedByNode | LightningUnavailable =>
  refusal ? new RefusedByNode('an invoice', refusal.message) : new LightningUnavailable('it does not know the invoice that it has made')

const requestOf = ({ preimage, amountMsat, memo, descriptionHash, expirySeconds }: NewInvoice): object => ({
  r_preimage: Buffer.from(preimage, 'hex'),
  value_msat: String(amountMsat),
  ...(memo !== undefined && { memo }),
  ...(descriptionHash !== undefined && { description_hash: Buffer.from(descriptionHash, 'hex') }),
  expiry: String(expirySeconds),
  // Where all channels are private, payers need their hints; it changes nothing without private ones.
  private: true,
})

async function cancel(lnd: LndClient, paymentHash: string): Promise<Cancellation> {
  const refusal = await cancelAt(lnd, paymentHash)
  if (!refusal) return 'canceled'
  const { state } = await findInvoiceAt(lnd, paymentHash)
  return state === 'open' || state === 'accepted' ? 'being_paid' : state
}

const Amount = z.object({ msat: Int64 }).transform(({ msat }) => msat)
const Balance = z.object({
  local_balance: Amount,
  /** Offered to us. */
  unsettled_local_balance: Amount,
  /** Sent by us: it has left the local balance, and comes back where the payee does not take it. */
  unsettled_remote_balance: Amount,
  pending_open_local_balance: Amount,
  remote_balance: Amount,
})

async function channelBalance(lnd: LndClient): Promise<ChannelBalance> {
  const make: Parameters<LndClient['ask']>[0]['make'] = (stubs, ...rest) => stubs.default.channelBalance(...rest)
  const balance = await lnd.ask({ name: 'ChannelBalance', make, request: {}, shape: Balance })
  return {
    localMsat: balance.local_balance,
    unsettledLocalMsat: balance.unsettled_local_balance + balance.unsettled_remote_balance,
    pendingLocalMsat: balance.pending_open_local_balance,
    remoteMsat: balance.remote_balance,
  }
}
