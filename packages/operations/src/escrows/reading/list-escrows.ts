import type { ListEscrowsInput } from '@gateway/contract/escrow-inputs'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { listEscrows as findEscrows } from '@gateway/db/escrows/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { metadataMatchOf } from '../../payments/reading/metadata-match.ts'

/** A page of escrows, and whether their reader is their business. */
export interface EscrowPage {
  readonly escrows: readonly EscrowEntity[]
  readonly total: number
  readonly isInside: boolean
}

const nothing: EscrowPage = { escrows: [], total: 0, isInside: false }

/** A page of escrows, newest first: with a credential those of its businesses, without one those of a party that the caller names. */
export async function listEscrows(
  ctx: Context,
  { actor, filter }: { actor: Actor | undefined; filter: ListEscrowsInput },
): Promise<EscrowPage> {
  const { depositor, beneficiary, status, limit, offset } = filter
  if (!actor && depositor === undefined && beneficiary === undefined) return nothing
  const metadata = metadataMatchOf(filter)
  // It is not public, and a filter would tell it value by value.
  if (!actor && metadata) return nothing
  const own = actor && businessScope(actor)
  const scope = {
    mode: own?.mode ?? 'live',
    tenant: own,
    depositor: spellingsOf(ctx, depositor),
    beneficiary: spellingsOf(ctx, beneficiary),
    metadata,
    status,
  }
  const { rows, total } = await findEscrows(ctx.orm.em.fork(), { scope, bounds: { limit, offset } })
  return { escrows: rows, total, isInside: actor !== undefined }
}

/** How an address may be stored: as it was sent, and as each served chain spells it. */
function spellingsOf({ rails }: Context, address: string | undefined): readonly string[] | undefined {
  if (address === undefined) return undefined
  const spelt = [...rails.values()].map((rail) => rail.parseAddress(address))
  return [...new Set([address, ...spelt.flatMap((parsed) => ('address' in parsed ? [parsed.address] : []))])]
}
