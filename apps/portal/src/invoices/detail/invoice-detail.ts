import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../../trpc.ts'

/** An invoice with everything that is known of it. */
export type InvoiceDetail = Outputs['invoices']['portal']['detail']
/** An invoice as it is answered. */
export type Invoice = InvoiceDetail['invoice']

const MOVING_MS = 3_000
const SETTLED_MS = 15_000

/** True while money is on its way, whether it would pay all that is open or not. */
export const isMoving = ({ is_processing: isProcessing, deposits }: InvoiceDetail): boolean =>
  isProcessing || deposits.some(({ status }) => status === 'processing')

/** Often while money is on its way or a document is being written, now and then once nothing moves by itself. */
const pauseOf = (detail: InvoiceDetail): number =>
  isMoving(detail) || detail.documents.some(({ sha256 }) => sha256 === null) ? MOVING_MS : SETTLED_MS

/** An invoice by its id; it keeps itself up to date. */
export const useInvoiceDetail = (id: string) =>
  useQuery(
    trpc.invoices.portal.detail.queryOptions({ id }, { refetchInterval: ({ state: { data } }) => data !== undefined && pauseOf(data) }),
  )
