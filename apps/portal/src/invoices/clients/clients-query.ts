import { keepPreviousData } from '@tanstack/react-query'
import { type Inputs, trpc } from '../../trpc.ts'

const MOST = 100

/** The clients that a choice offers: the newest ones, or those that a text finds. */
export const clientsQuery = (businessId: string, q?: string) =>
  trpc.invoices.portal.clients.queryOptions({ businessId, limit: MOST, ...(q && { q }) } as Inputs['invoices']['portal']['clients'], {
    placeholderData: keepPreviousData,
  })
