import { isUuid } from '@gateway/domain/kernel/id'
import type { Asked, FoundKind, Hit } from '../shell/found-kind.ts'
import { api, type Outputs } from '../trpc.ts'
import { isFinal } from '../ui/problem.ts'
import { formatAmount } from './format-amount.ts'

const NOT_FOUND = 404

/** A series of the business by its whole id. */
export async function findSeries({ businessId, text }: Asked): Promise<FoundKind | undefined> {
  const id = text.toLowerCase()
  if (!isUuid(id)) return undefined
  const found = await api.series.get.query({ id }).catch((error: unknown) => {
    if (!isFinal(error, NOT_FOUND)) throw error
  })
  return found?.series.business_id === businessId ? { title: 'Series', hits: [hitOf(found.series)] } : undefined
}

const hitOf = ({
  id,
  description,
  customer_email,
  status,
  amount,
  currency,
  amount_unit: unit,
}: Outputs['series']['get']['series']): Hit => ({
  id,
  target: { to: '/b/$business/series/$series', params: { series: id } },
  name: description ?? customer_email,
  state: status,
  amount: formatAmount(amount, { currency, unit }),
})
