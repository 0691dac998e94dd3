import { useQueries } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { eachRoom } from '../rooms.ts'
import type { FoundKind } from './found-kind.ts'

interface Answer {
  readonly kinds: readonly FoundKind[]
  readonly isBusy: boolean
  /** Of a kind that could not be searched. */
  readonly error: unknown
}

/** Searches the business of the page by an order, words of a description, an id or its beginning, an address, or a transaction; a series by its whole id. */
export function useFound(text: string): Answer {
  const businessId = useBusinessId()
  const searches = useQueries({
    queries: eachRoom.flatMap(({ place, find }) =>
      // Each search asks the api, although the same one may have been answered a moment ago.
      find
        ? [
            {
              queryKey: ['found', place.to, businessId, text],
              queryFn: async () => (await find({ businessId, text })) ?? null,
              refetchOnMount: 'always' as const,
            },
          ]
        : [],
    ),
  })
  return {
    kinds: searches.flatMap(({ data }) => (data && data.hits.length > 0 ? [data] : [])),
    isBusy: searches.some(({ isFetching }) => isFetching),
    error: searches.find(({ error }) => error !== null)?.error,
  }
}
