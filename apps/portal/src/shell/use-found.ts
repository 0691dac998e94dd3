import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Inputs, type Outputs, trpc } from '../trpc.ts'
import { formatAsset, formatFiat } from '../ui/money.ts'
import type { Target } from '../ui/place.tsx'
import { isFinal } from '../ui/problem.ts'
import type { State } from '../ui/states.ts'

/** One thing that was found, and where it is. */
interface Hit {
  readonly id: string
  readonly target: Target
  readonly name: string
  readonly state: State
  readonly amount: string
}

/** What was found of one kind; `more` leads to the list of all where there are more than are shown. */
export interface FoundKind {
  readonly title: 'Payments' | 'Escrows' | 'Series'
  readonly hits: readonly Hit[]
  readonly more?: Target
}

interface Answer {
  readonly kinds: readonly FoundKind[]
  readonly isBusy: boolean
  /** Of a kind that could not be searched. */
  readonly error: unknown
}

const MOST = 5
const ID_SHOWN = 8
const WHOLE_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const NOT_FOUND = 404
/** Each search asks the api, although the same one may have been answered a moment ago. */
const ANEW = { refetchOnMount: 'always' } as const

/** Searches the business of the page by an order, words of a description, an id or its beginning, an address, or a transaction; a series by its whole id. */
export function useFound(text: string): Answer {
  const businessId = useBusinessId()
  const asked = { businessId, q: text, limit: MOST }
  const payments = useQuery(trpc.payments.portal.list.queryOptions(asked as Inputs['payments']['portal']['list'], ANEW))
  const escrows = useQuery(trpc.escrows.portal.list.queryOptions({ ...asked, offset: 0 } as Inputs['escrows']['portal']['list'], ANEW))
  const series = useQuery({ ...trpc.series.get.queryOptions({ id: text.toLowerCase() }, ANEW), enabled: WHOLE_ID.test(text) })
  const search = { q: text }
  const searches: readonly UseQueryResult<unknown, unknown>[] = [payments, escrows, series]
  const kinds = [
    payments.data &&
      listed('Payments', { ...payments.data, hits: payments.data.payments.map(paymentHit), all: { to: '/b/$business/payments', search } }),
    escrows.data &&
      listed('Escrows', { ...escrows.data, hits: escrows.data.escrows.map(escrowHit), all: { to: '/b/$business/escrows', search } }),
    series.data?.series.business_id === businessId && { title: 'Series' as const, hits: [seriesHit(series.data.series)] },
  ]
  return {
    kinds: kinds.filter((found) => typeof found === 'object').filter(({ hits }) => hits.length > 0),
    isBusy: searches.some(({ isFetching }) => isFetching),
    error: searches.find(({ error }) => error !== null && !isFinal(error, NOT_FOUND))?.error,
  }
}

interface Listed {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly all: Target
}

const listed = (title: FoundKind['title'], { hits, total, all }: Listed): FoundKind => ({
  title,
  hits,
  ...(total > hits.length && { more: all }),
})

const paymentHit = ({ id, description, status, amount, currency }: Outputs['payments']['portal']['list']['payments'][number]): Hit => ({
  id,
  target: { to: '/b/$business/payments/$payment', params: { payment: id } },
  name: description ?? id.slice(0, ID_SHOWN),
  state: status,
  amount: formatFiat(amount, currency),
})

const escrowHit = ({ id, status, amount, chain }: Outputs['escrows']['portal']['list']['escrows'][number]): Hit => ({
  id,
  target: { to: '/b/$business/escrows/$escrow', params: { escrow: id } },
  name: id.slice(0, ID_SHOWN),
  state: status,
  amount: formatAsset(amount, chain),
})

const seriesHit = ({ id, description, customer_email, status, amount, currency }: Outputs['series']['get']['series']): Hit => ({
  id,
  target: { to: '/b/$business/series/$series', params: { series: id } },
  name: description ?? customer_email,
  state: status,
  amount: formatFiat(amount, currency),
})
