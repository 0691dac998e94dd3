import type { Rail } from '@gateway/chains/rail'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { lockEscrows, placeEscrow } from '@gateway/db/escrows/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { awaitsDepositor } from '@gateway/domain/escrows/actions'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { AddressTerms } from '../../custody/address-pool/allocate-addresses.ts'
import { namingOf, sealToken } from '../../custody/evidence/party-tokens.ts'
import { requirePin } from '../../custody/pins/require-pin.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { addressTermsOf } from '../creation/address-terms.ts'
import { allocatePlace, contractOf } from '../creation/allocate-place.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'

/** The depositor of an escrow that waits for it, as the depositor's token names it. */
interface Opening {
  readonly rail: Rail
  readonly escrow: EscrowEntity
  /** A checked address in its canonical spelling. */
  readonly depositor: string
  readonly token: string
}

/**
 * Opens the contract of an escrow that waited for its depositor: one transaction freezes the depositor's address, computes the address that the contract
 * has by it, and watches that. The amount, the fee and the expiry are those of the creation. The same address again changes nothing.
 *
 * The signer checks the terms, and the token for itself, before the address is shown.
 *
 * @throws {InvalidState} when another address is known, or the escrow has expired. {AddressUnavailable} {NotFound}
 */
export async function openContract(ctx: ApiContext, opening: Opening): Promise<EscrowEntity> {
  const addressTerms = termsOf(ctx, opening)
  const { escrow, isNew } = await transaction(ctx, (em) => open(em, ctx, { ...opening, addressTerms }))
  if (isNew) await requirePin(ctx, addressTerms)
  return escrow
}

/** The terms of the release, with the token sealed for this address alone: without it nobody names a depositor. */
function termsOf(ctx: ApiContext, { rail, escrow, depositor, token }: Opening): AddressTerms {
  const { id, asset, amountUnits, feeBps, expiresAt, beneficiaryAddress: beneficiary, arbiterAddress: arbiter } = escrow
  const frozen = { id, asset, amountUnits, feeBps, expiresAt, releaseToken: token }
  const terms = addressTermsOf(ctx, { rail, parties: { depositor, beneficiary, arbiter }, frozen })
  const naming = sealToken(ctx.partyTokenKeys, { objectId: namingOf({ escrowId: id, address: depositor }), token })
  return { ...terms, ...(terms.conditions && { conditions: { ...terms.conditions, naming: naming.toString('base64') } }) }
}

async function open(
  em: Em,
  ctx: ApiContext,
  { rail, escrow: { id }, depositor, addressTerms }: Opening & { readonly addressTerms: AddressTerms },
): Promise<{ escrow: EscrowEntity; isNew: boolean }> {
  const [escrow] = await lockEscrows(em, [id])
  if (!escrow) throw new NotFound('escrow')
  if (escrow.depositorAddress === depositor) return { escrow, isNew: false }
  if (!awaitsDepositor(escrow) || escrow.expiresAt <= ctx.clock.now())
    throw new InvalidState(escrow.state, 'name an address of the depositor')
  const parties = { depositor, beneficiary: escrow.beneficiaryAddress, arbiter: escrow.arbiterAddress }
  const { commit, rows } = await allocatePlace(em, { ctx, rail, addressTerms, parties })
  await insertTogether(em, rows)
  const place = { depositorAddress: depositor, address: commit.address, contract: contractOf(commit), payoutTermsId: commit.id }
  if (!(await placeEscrow(em, { id, ...place }))) throw new Error(`escrow ${id} has an address`)
  Object.assign(escrow, place)
  await advanceEscrows(em, ctx, [{ escrow, actor: 'depositor' }])
  const details = { address: depositor }
  await writeAuditEntry(em, ctx, { actor: 'depositor', action: 'escrow.name_depositor', subjectId: id, details })
  return { escrow, isNew: true }
}
