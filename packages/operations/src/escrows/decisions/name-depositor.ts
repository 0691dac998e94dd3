import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { lockEscrows, nameDepositor as storeDepositor } from '@gateway/db/escrows/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import { deadlineOf } from '@gateway/domain/escrows/escrow'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { findRail } from '@gateway/chains/registry'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { checkAddress } from '../../businesses/wallets/check-address.ts'
import { namingOf, sealToken } from '../../custody/evidence/party-tokens.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { advanceEscrows } from '../lifecycle/advance-escrows.ts'
import { signalEscrow } from '../lifecycle/workflow-messages.ts'
import { authenticateParty, type Presented } from '../tokens/authenticate-party.ts'
import { openContract } from './open-contract.ts'

/** An address that a depositor names by its token. */
interface Naming extends Presented {
  readonly depositorAddress: string
}

/**
 * Freezes the address of a depositor that was not known when the escrow was created, as the terms of everything that may go back to it. It is said
 * once, and usable after the signer's hold: the signer checks the token for itself, which is sealed for this address alone. Refunds that wait for
 * it are due from now on. A contract commits to it, so that it opens one where the chain has them. The same address again changes nothing.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} for the beneficiary's token too; {InvalidState} when another address is known, or a contract
 * cannot be paid in time any more.
 * @throws {InvalidAddress} unless it is a wallet outside the gateway, and not the beneficiary's. @throws {AddressUnchecked} {AddressUnavailable}
 */
export async function nameDepositor(ctx: ApiContext, { depositorAddress: text, ...presented }: Naming): Promise<EscrowEntity> {
  const party = await authenticateParty(ctx, presented)
  if (party.role !== 'depositor') throw new InvalidEscrowToken()
  const address = await readDepositor(ctx, party.escrow, text)
  const rail = findRail(ctx.rails, party.escrow.asset)
  if (rail?.escrows) return openContract(ctx, { rail, escrow: party.escrow, depositor: address, token: presented.token })
  return transaction(ctx, async (em) => {
    const [escrow] = await lockEscrows(em, [party.escrow.id])
    if (!escrow) throw new NotFound('escrow')
    if (escrow.depositorAddress === address) return escrow
    if (escrow.depositorAddress !== null) throw new InvalidState(escrow.state, 'name another address of the depositor')
    await commitNaming(em, ctx, { escrow, address, token: presented.token })
    return escrow
  })
}

/** The address in its canonical spelling; nothing is named. @throws {InvalidAddress} {AddressUnchecked} */
export async function readDepositor(ctx: ApiContext, escrow: EscrowEntity, text: string): Promise<string> {
  const rail = findRail(ctx.rails, escrow.asset)
  if (!rail) throw new NotFound('escrow')
  const address = await checkAddress(ctx, rail, { field: 'address', text })
  if (address === escrow.beneficiaryAddress) throw new InvalidAddress('address', 'is the address of the beneficiary', 'own_address')
  return address
}

type Terms = Pick<PayoutTermsEntity, keyof PayoutTermsEntity>

interface Commitment {
  readonly escrow: EscrowEntity
  readonly address: string
  readonly token: string
}

async function commitNaming(em: Em, ctx: ApiContext, { escrow, address, token }: Commitment): Promise<void> {
  const release = await readRelease(em, escrow)
  const naming = sealToken(ctx.partyTokenKeys, { objectId: namingOf({ escrowId: escrow.id, address }), token }).toString('base64')
  const rows = termsWith(ctx, { release, address, naming })
  await insertTogether(em, [{ into: 'payout_terms', rows }])
  if (!(await storeDepositor(em, { id: escrow.id, address }))) throw new Error(`escrow ${escrow.id} has a depositor`)
  escrow.depositorAddress = address
  escrow.deadlineAt = deadlineOf(escrow) ?? null
  await advanceEscrows(em, ctx, [{ escrow, actor: 'depositor' }])
  await enqueue(em, ctx, [signalEscrow(escrow)])
  await writeAuditEntry(em, ctx, { actor: 'depositor', action: 'escrow.name_depositor', subjectId: escrow.id, details: { address } })
  queueNotification(em, { channel: 'committed', payload: rows.map(({ id }) => id).join() })
}

const readRelease = (em: Em, { payoutTermsId }: EscrowEntity): Promise<Terms> =>
  tables(em).selectFrom('payout_terms').selectAll().where('id', '=', payoutTermsId).executeTakeFirstOrThrow() as Promise<Terms>

/** The terms of a refund, of a return, and of a release that is paid more than the amount; each pays the depositor their own part. */
function termsWith(ctx: ApiContext, { release, address, naming }: { release: Terms; address: string; naming: string }): Terms[] {
  if (!release.conditions) throw new Error(`the release ${release.id} has no conditions`)
  const conditions = { ...release.conditions, naming }
  const depositor = { role: 'depositor', address } as const
  const terms = { ...release, conditions, createdAt: ctx.clock.now() }
  return [
    { ...terms, id: ctx.ids.uuid(), subject: 'escrow_refund', recipients: [depositor], feeBps: 0 },
    { ...terms, id: ctx.ids.uuid(), subject: 'escrow_excess', recipients: [depositor], feeBps: 0 },
    { ...terms, id: ctx.ids.uuid(), subject: 'escrow_overpaid', recipients: [...release.recipients, depositor] },
  ]
}
