import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { clientsQuery } from './clients-query.ts'

/** The clients that a choice offers, the newest ones or those that a text finds; the chosen one is always among them. */
export function useClientOptions(chosen: string | undefined, text?: string) {
  const { data } = useQuery(clientsQuery(useBusinessId(), text))
  const own = useQuery({ ...trpc.invoices.clients.get.queryOptions({ id: chosen ?? '' }), enabled: Boolean(chosen) })
  const found = data?.clients ?? []
  const isThere = !chosen || found.some(({ id }) => id === chosen)
  const clients = isThere || !own.data ? found : [own.data.client, ...found]
  return { options: clients.map(({ id, name }) => [id, name] as const), hasMore: Boolean(data?.next_cursor) }
}
