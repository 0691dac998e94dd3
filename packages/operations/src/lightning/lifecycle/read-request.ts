import { findRequestsOfWallets, type RequestOfWallet } from '@gateway/db/lightning/request-queries'
import { batched } from '../../kernel/batch-calls.ts'
import type { Context } from '../../kernel/context.ts'

const MAX_REQUESTS = 100

/** A request with the name of its wallet. */
export const readRequest = ({ orm }: Pick<Context, 'orm'>, { id }: { id: string }): Promise<RequestOfWallet | undefined> =>
  readTogether(orm, id)

/** Batches the look-ups of concurrent work. */
const readTogether = batched({
  most: MAX_REQUESTS,
  work: async (orm, ids: readonly string[]): Promise<(RequestOfWallet | undefined)[]> => {
    const known = new Map((await findRequestsOfWallets(orm.em.fork(), { ids })).map((request) => [request.id, request]))
    return ids.map((id) => known.get(id))
  },
})
