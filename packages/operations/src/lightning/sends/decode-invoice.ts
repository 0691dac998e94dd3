import type { DecodedInvoice } from '@gateway/chains/lightning/decoded-invoice'
import { InvalidPaymentRequest } from '@gateway/chains/lightning/errors'
import { findTextProblem } from '@gateway/contract/wire/text'
import type { LightningRefusal } from '@gateway/domain/lightning/request'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/**
 * What the node reads from an invoice, or why it cannot: nobody else is believed about one. A description that cannot be stored is left out, because the
 * invoice can be paid all the same.
 *
 * @throws {LightningUnavailable}
 */
export async function decodeInvoice({ pay }: PayContext, paymentRequest: string): Promise<DecodedInvoice | LightningRefusal> {
  try {
    const decoded = await pay.decode(paymentRequest)
    return findTextProblem(decoded.description) === undefined ? decoded : { ...decoded, description: '' }
  } catch (error) {
    if (error instanceof InvalidPaymentRequest) return { reason: 'invalid', field: 'destination', message: problemOf(error) }
    throw error
  }
}

/** The problem without the name of its member, which the answer adds. */
const problemOf = ({ message }: InvalidPaymentRequest): string => message.replace(/^destination: /, '')
