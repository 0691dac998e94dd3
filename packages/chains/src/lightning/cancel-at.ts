import { z } from 'zod'
import type { LndClient } from './lnd-client.ts'
import { NodeError } from './node-error.ts'

/**
 * Cancels an invoice at the node, also once more; returns the node's refusal, or undefined when nobody can pay it any more.
 * @throws {LightningUnavailable} when the node does not answer.
 */
export async function cancelAt(lnd: LndClient, paymentHash: string): Promise<NodeError | undefined> {
  try {
    await lnd.ask({
      name: 'CancelInvoice',
      make: ({ invoices }, ...rest) => invoices.cancelInvoice(...rest),
      request: { payment_hash: Buffer.from(paymentHash, 'hex') },
      shape: z.object({}),
    })
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}
