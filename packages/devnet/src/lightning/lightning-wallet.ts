import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { LndNode } from './lnd.ts'

/** An invoice to receive by; `msat` absent or 0 lets the payer choose. */
export interface WantedInvoice {
  readonly msat?: bigint
  readonly memo?: string
  /** An hour when absent. */
  readonly expirySeconds?: number
}

/** An invoice of the wallet's node. */
export interface WalletInvoice {
  readonly paymentRequest: string
  /** 64 hex digits. */
  readonly paymentHash: string
}

/** An invoice whose payment the receiver holds until it is settled with the preimage, or cancelled. */
export type HoldInvoice = WalletInvoice & { readonly preimage: string }

const HOUR_SECONDS = 3_600
const Payment = z.object({ status: z.string(), failure_reason: z.string(), fee_msat: z.string(), payment_preimage: z.string() })
const Invoice = z.object({ state: z.string(), amt_paid_msat: z.string() })

const base64 = (hex: string): string => Buffer.from(hex, 'hex').toString('base64')

/** Creates an invoice. */
export async function newLightningInvoice({ rest }: LndNode, wanted: WantedInvoice): Promise<WalletInvoice> {
  const shape = z.object({ payment_request: z.string(), r_hash: z.string() })
  const { payment_request, r_hash } = await rest.call({ path: '/v1/invoices', body: bodyOf(wanted), shape })
  return { paymentRequest: payment_request, paymentHash: Buffer.from(r_hash, 'base64').toString('hex') }
}

/** Creates an invoice whose payment is held. */
export async function newHoldInvoice({ rest }: LndNode, wanted: WantedInvoice): Promise<HoldInvoice> {
  const preimage = randomBytes(32)
  const paymentHash = createHash('sha256').update(preimage).digest('hex')
  const body = { ...bodyOf(wanted), hash: base64(paymentHash) }
  const { payment_request } = await rest.call({ path: '/v2/invoices/hodl', body, shape: z.object({ payment_request: z.string() }) })
  return { paymentRequest: payment_request, paymentHash, preimage: preimage.toString('hex') }
}

const bodyOf = ({ msat = 0n, memo = '', expirySeconds = HOUR_SECONDS }: WantedInvoice) => ({
  value_msat: String(msat),
  memo,
  expiry: String(expirySeconds),
})

/** Takes a held payment. */
export async function settleHoldInvoice({ rest }: LndNode, { preimage }: Pick<HoldInvoice, 'preimage'>): Promise<void> {
  await rest.call({ path: '/v2/invoices/settle', body: { preimage: base64(preimage) }, shape: z.object({}) })
}

/** Refuses payments of an invoice, and gives a held one back. */
export async function cancelLightningInvoice({ rest }: LndNode, { paymentHash }: Pick<WalletInvoice, 'paymentHash'>): Promise<void> {
  await rest.call({ path: '/v2/invoices/cancel', body: { payment_hash: base64(paymentHash) }, shape: z.object({}) })
}

/** OPEN, ACCEPTED, SETTLED or CANCELED, and what was paid in millisatoshis. */
export async function lightningInvoice({ rest }: LndNode, { paymentHash }: Pick<WalletInvoice, 'paymentHash'>) {
  const { state, amt_paid_msat } = await rest.call({ path: `/v1/invoice/${paymentHash}`, shape: Invoice })
  return { state, paidMsat: BigInt(amt_paid_msat) }
}

/** Pays an invoice, and resolves with the end: `preimage` when it was paid, `reason` when it was not. */
export async function payLightning(
  { rest }: LndNode,
  { paymentRequest, msat, feeLimitMsat = 100_000n }: { paymentRequest: string; msat?: bigint; feeLimitMsat?: bigint },
): Promise<{ status: string; preimage: string; reason: string; feeMsat: bigint }> {
  const body = {
    payment_request: paymentRequest,
    ...(msat !== undefined && { amt_msat: String(msat) }),
    fee_limit_msat: String(feeLimitMsat),
    timeout_seconds: 60,
    max_parts: 16,
  }
  const payment = await rest.last({ path: '/v2/router/send', body, shape: Payment })
  return {
    status: payment.status,
    preimage: payment.payment_preimage,
    reason: payment.failure_reason,
    feeMsat: BigInt(payment.fee_msat),
  }
}
