import type { Em } from '@gateway/db/orm'
import type { Commit } from '@gateway/domain/custody/intent'
import type { EscrowContract } from '@gateway/domain/escrows/contract'
import { DomainError } from '@gateway/domain/kernel/error'
import { type Allocated, allocateAddresses } from '../../custody/address-pool/allocate-addresses.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import type { EscrowDraft } from './draft-escrow.ts'

/** False of an escrow whose contract needs a depositor first. */
export const hasAddress = ({ rail, parties }: Pick<EscrowDraft, 'rail' | 'parties'>): boolean =>
  rail.addressing === 'pool' || parties.depositor !== null

/**
 * Allocates the address of an escrow with the terms of each of its outcomes, and asks the signer to check them after the commit.
 *
 * @returns the rows to insert in the same transaction.
 * @throws {AddressUnavailable}
 */
export async function allocatePlace(em: Em, draft: PlaceDraft): Promise<Allocated> {
  const [allocated] = await allocateAddresses(em, [draft])
  if (!allocated || allocated instanceof DomainError) throw allocated ?? new Error('an escrow was forgotten')
  const returns = returnTerms(draft, allocated.commit)
  queueNotification(em, { channel: 'committed', payload: [allocated.commit, ...returns].map(({ id }) => id).join() })
  return { ...allocated, rows: [...allocated.rows, { into: 'payout_terms', rows: returns }] }
}

type PlaceDraft = Pick<EscrowDraft, 'ctx' | 'rail' | 'addressTerms' | 'parties'>

/** The terms of a refund, and of the excess above the amount: whole and to the depositor, from the same address. An unknown one has none yet. */
function returnTerms({ ctx, addressTerms, parties }: PlaceDraft, { address, source }: Commit) {
  if (parties.depositor === null) return []
  const recipients = [{ role: 'depositor' as const, address: parties.depositor }]
  const createdAt = ctx.clock.now()
  const terms = { ...addressTerms, address, source, recipients, feeBps: 0, createdAt, conditions: addressTerms.conditions ?? null }
  return (['escrow_refund', 'escrow_excess'] as const).map((subject) => ({ ...terms, subject, id: ctx.ids.uuid() }))
}

/** The contract that a commit pays from; null where an address of the pool does. */
export const contractOf = ({ source, conditions }: Commit): EscrowContract | null =>
  source.kind === 'create2' && conditions?.contract ? { factory: source.factory, terms: conditions.contract } : null
