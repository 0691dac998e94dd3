import type { DecodedInvoice } from '@gateway/chains/lightning/decoded-invoice'
import { InvalidPaymentRequest } from '@gateway/chains/lightning/errors'
import type { LightningRefusal } from '@gateway/domain/lightning/request'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** What the node reads from an invoice, or why it cannot: nobody else is believed about one. @throws {LightningUnavailable} */
export async function decodeInvoice({ pay }: PayContext, paymentRequest: string): Promise<DecodedInvoice | LightningRefusal> {
  try {
    return await pay.decode(paymentRequest)
  } catch (error) {
    if (error instanceof InvalidPaymentRequest) return { reason: 'invalid', field: 'destination', message: problemOf(error) }
    throw error
  }
}

/** The problem without the name of its member, which the answer adds. */
const problemOf = ({ message }: InvalidPaymentRequest): string => message.replace(/^destination: /, '')
