import { lookAtAllPayments } from '@gateway/db/lightning/payment-queries'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'

/** Makes every open invoice due: what was paid while nobody listened is found at the start, not a minute later. */
export const lookAtAllInvoices = ({ orm, clock }: Pick<InvoiceContext, 'orm' | 'clock'>): Promise<void> =>
  lookAtAllPayments(orm.em.fork(), { direction: 'incoming', now: clock.now() })
