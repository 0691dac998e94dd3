import { z } from 'zod'
import { LightningUnavailable } from './errors.ts'
import type { FoundInvoice, InvoiceState } from './invoice-node.ts'
import type { LndClient } from './lnd-client.ts'
import { HexBytes, Int64 } from './message-parts.ts'
import { grpcCodes, NodeError } from './node-error.ts'

const states = { OPEN: 'open', ACCEPTED: 'accepted', SETTLED: 'settled', CANCELED: 'canceled' } as const satisfies Record<
  string,
  InvoiceState
>

const Invoice = z.object({
  r_hash: HexBytes,
  state: z.enum(['OPEN', 'ACCEPTED', 'SETTLED', 'CANCELED']),
  amt_paid_msat: Int64,
  /** Seconds since 1970; 0 when it is not settled. */
  settle_date: Int64,
  payment_request: z.string(),
  /** Seconds since 1970, and seconds after that. */
  creation_date: Int64,
  expiry: Int64,
})

/** Looks an invoice up, as `InvoiceNode.lookUpInvoice` says. */
export async function findInvoiceAt(lnd: LndClient, paymentHash: string): Promise<FoundInvoice> {
  const found = await look(lnd, paymentHash)
  if (!found) return { state: 'unknown' }
  if (found.r_hash !== paymentHash) throw new LightningUnavailable('odd answer to LookupInvoice: r_hash')
  const isSettled = found.state === 'SETTLED'
  return {
    state: states[found.state],
    amountPaidMsat: isSettled ? found.amt_paid_msat : 0n,
    settledAt: isSettled ? dateOf(found.settle_date) : null,
    paymentRequest: found.payment_request,
    expiresAt: dateOf(found.creation_date + found.expiry),
  }
}

const dateOf = (seconds: bigint): Date => new Date(Number(seconds) * 1_000)

async function look(lnd: LndClient, paymentHash: string): Promise<z.output<typeof Invoice> | undefined> {
  try {
    return await lnd.ask({
      name: 'LookupInvoice',
      make: (stubs, ...rest) => stubs.default.lookupInvoice(...rest),
      request: { r_hash: Buffer.from(paymentHash, 'hex') },
      shape: Invoice,
    })
  } catch (error) {
    if (!(error instanceof NodeError)) throw error
    if (error.code === grpcCodes.notFound) return undefined
    throw new LightningUnavailable(`LookupInvoice was refused: ${error.message}`, error)
  }
}
