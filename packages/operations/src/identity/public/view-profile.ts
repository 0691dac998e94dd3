import type { SeenReputation } from '@gateway/contract/identity'
import { findDisplayName } from '@gateway/db/identity/profile-queries'
import type { Did } from '@gateway/domain/identity/did'
import type { Receipt } from '@gateway/domain/identity/receipt'
import type { Context } from '../../kernel/context.ts'
import { getReputation } from '../reading/get-reputation.ts'
import { listReceipts } from '../reading/list-receipts.ts'

/** What everybody may see of a DID. */
export interface Profile {
  readonly seen: SeenReputation
  readonly displayName: string | null
  readonly receipts: readonly Receipt[]
  readonly total: number
}

interface Wish {
  readonly did: Did
  readonly limit: number
  readonly offset: number
}

/** The public profile of a DID, with a page of its receipts; zeros for one that nobody has heard of. */
export async function viewProfile(ctx: Pick<Context, 'orm' | 'clock'>, wish: Wish): Promise<Profile> {
  const [seen, displayName, { receipts, total }] = await Promise.all([
    getReputation(ctx, wish),
    findDisplayName(ctx.orm.em.fork(), wish),
    listReceipts(ctx, wish),
  ])
  return { seen, displayName, receipts, total }
}
