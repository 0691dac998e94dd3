import { z } from 'zod'
import type { DecodedInvoice } from './decoded-invoice.ts'
import { InvalidPaymentRequest } from './errors.ts'
import type { LndClient } from './lnd-client.ts'
import { Hex32, Int64 } from './message-parts.ts'
import { NodeError } from './node-error.ts'

/** lnrpc.PayReq; `expiry` is 3600 where the invoice names none, and 0 where it names 0. */
const PayReq = z.object({
  payment_hash: Hex32,
  destination: z.string().regex(/^[0-9a-f]{66}$/),
  num_msat: Int64.refine((msat) => msat >= 0n),
  timestamp: Int64,
  expiry: Int64,
  description: z.string(),
  description_hash: z.union([Hex32, z.literal('')]),
})

/** The latest moment that a Date can hold. */
const LAST_MS = 8_640_000_000_000_000n

/** Reads an invoice by the node itself, as `PayNode.decode` says. */
export async function decodeAt(lnd: LndClient, paymentRequest: string): Promise<DecodedInvoice> {
  const decoded = await lnd
    .ask({
      name: 'DecodePayReq',
      make: (stubs, ...rest) => stubs.default.decodePayReq(...rest),
      request: { pay_req: paymentRequest },
      shape: PayReq,
    })
    .catch((error: unknown) => {
      throw error instanceof NodeError ? new InvalidPaymentRequest(reasonOf(error.message)) : error
    })
  const expiresMs = (decoded.timestamp + decoded.expiry) * 1_000n
  return {
    paymentHash: decoded.payment_hash,
    amountMsat: decoded.num_msat === 0n ? null : decoded.num_msat,
    description: decoded.description,
    descriptionHash: decoded.description_hash || null,
    destination: decoded.destination,
    expiresAt: new Date(Number(expiresMs > LAST_MS ? LAST_MS : expiresMs)),
  }
}

/** The node's reasons in our words; only their meaning is for the payer. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/active network/i, 'is an invoice of another network'],
  [/checksum/i, 'is no Lightning invoice: its checksum is wrong'],
  [/minimum amount|amount/i, 'has an amount that Lightning cannot pay'],
  [/description/i, 'is no complete Lightning invoice: it has no description'],
]

const reasonOf = (text: string): string =>
  reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'is no Lightning invoice that the node can read'
