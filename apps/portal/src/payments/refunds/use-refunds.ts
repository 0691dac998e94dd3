import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../trpc.ts'
import { isOpen, type PaymentRefunds } from './refund.ts'

const MOVING_MS = 2_000
const SETTLED_MS = 15_000

/** Often while a refund is open: its payer and the chain change it. */
const pauseOf = ({ refunds }: PaymentRefunds): number => (refunds.some(isOpen) ? MOVING_MS : SETTLED_MS)

/** The refunds of a payment; they keep themselves up to date. */
export const useRefunds = (id: string) =>
  useQuery(
    trpc.payments.portal.refunds.list.queryOptions(
      { id },
      { refetchInterval: ({ state: { data } }) => data !== undefined && pauseOf(data) },
    ),
  )
