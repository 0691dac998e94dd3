import type { EscrowRail } from '@gateway/domain/identity/party'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { EscrowPartyEntity } from './escrow-party.entity.ts'
import { lockReceiptsOf } from './receipts/lock-queries.ts'

/** What receipts ask about an escrow of either rail. */
export interface EscrowFacts {
  readonly id: string
  readonly rail: EscrowRail
  readonly isLive: boolean
  /** Its release is final: nothing takes it back any more. */
  readonly isSettled: boolean
  readonly depositorAddress: string | null
  readonly beneficiaryAddress: string | null
  /** In whole units of `currency`. */
  readonly amount: string
  readonly currency: string
  /** Null for a card escrow. */
  readonly usdCents: bigint | null
}

/**
 * An escrow of either rail, whose row stays as it is until the transaction ends: bindings, receipts and the settlement of one escrow follow one another.
 * The lock is none of its key, which rows that refer to it hold. Its receipts are locked too, against the job that judges them again.
 */
export async function lockEscrowFacts(em: Em, { id }: { id: string }): Promise<EscrowFacts | undefined> {
  const facts = (await findCrypto(em, id, true)) ?? (await findCard(em, id, true))
  if (facts) await lockReceiptsOf(em, { objectId: id })
  return facts
}

/** An escrow of either rail. */
export const findEscrowFacts = async (em: Em, { id }: { id: string }): Promise<EscrowFacts | undefined> =>
  (await findCrypto(em, id, false)) ?? (await findCard(em, id, false))

/** The parties of an escrow that are bound. */
export const listParties = (em: Em, { escrowId }: { escrowId: string }): Promise<EscrowPartyEntity[]> =>
  tables(em).selectFrom('escrow_party').selectAll().where('escrowId', '=', escrowId).orderBy('role').execute()

/** Binds a merchant to a role. @returns false when the role is taken, or the merchant has one of this escrow. */
export async function insertParty(em: Em, party: EscrowPartyEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(em)
    .insertInto('escrow_party')
    .values(party)
    .onConflict((oc) => oc.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function findCrypto(em: Em, id: string, isLocked: boolean): Promise<EscrowFacts | undefined> {
  const one = tables(em)
    .selectFrom('escrow')
    .select(['id', 'mode', 'state', 'asset', 'amountUnits', 'usdCents', 'depositorAddress', 'beneficiaryAddress'])
    .where('id', '=', id)
  const row = await (isLocked ? one.forNoKeyUpdate() : one).executeTakeFirst()
  if (!row) return undefined
  const { mode, state, asset, amountUnits, ...facts } = row
  const amount = formatUnits(amountUnits, assetOf(asset).decimals)
  return { ...facts, rail: 'crypto', isLive: mode === 'live', isSettled: state === 'settled', amount, currency: asset }
}

async function findCard(em: Em, id: string, isLocked: boolean): Promise<EscrowFacts | undefined> {
  const one = tables(em).selectFrom('card_escrow').select(['id', 'mode', 'state', 'paymentId', 'processorTransferId']).where('id', '=', id)
  const row = await (isLocked ? one.forNoKeyUpdate() : one).executeTakeFirst()
  if (!row) return undefined
  const { mode, state, paymentId, processorTransferId } = row
  const paid = await tables(em)
    .selectFrom('card_payment')
    .select(['amountMinor', 'currency'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return {
    id,
    rail: 'card',
    isLive: mode === 'live',
    isSettled: state === 'released' && processorTransferId !== null,
    depositorAddress: null,
    beneficiaryAddress: null,
    amount: formatUnits(paid.amountMinor, fiatDecimals[paid.currency]),
    currency: paid.currency,
    usdCents: null,
  }
}
