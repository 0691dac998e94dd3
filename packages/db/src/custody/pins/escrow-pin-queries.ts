import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { ChainCode } from '@gateway/domain/money/asset'
import { entityRows } from '../../kernel/rows/entity-rows.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { EscrowEntity } from '../../escrows/escrow.entity.ts'
import type { Em } from '../../orm.ts'
import type { PayoutTermsPinEntity } from './payout-terms-pin.entity.ts'
import { findPayoutTerms } from './payout-terms-queries.ts'
import type { PayoutTermsEntity } from './payout-terms.entity.ts'
import { findPayoutTermsPins, type UnpinnedBounds, type UnpinnedPage, unpinned, within } from './pin-queries.ts'

type Named = Pick<EscrowEntity, 'chain' | 'asset' | 'address' | 'feeBps' | 'depositorAddress' | 'beneficiaryAddress'>

/** Terms of an escrow that the signer has not checked yet, with what they are checked against. */
export interface UnpinnedEscrow {
  readonly commit: PayoutTermsEntity
  readonly escrow: Named & { readonly amountUnits: string; readonly tokenHash: string; readonly expiresAt: Date }
  /** Null for an escrow without a business. */
  readonly businessId: BusinessId | null
  readonly mode: Mode
  readonly usdRate: string
  /** The signature on the address, where the pool has it. */
  readonly poolSig: Uint8Array | null
  /** It is a child of a series that knows no address of its depositor, who names one by the token. */
  readonly isNamedLater: boolean
  /** The terms of its release, which were frozen at creation, and the signer's word on them. */
  readonly release: PayoutTermsEntity | undefined
  readonly releasePin: PayoutTermsPinEntity | undefined
}

type Beside = Pick<UnpinnedEscrow, 'businessId' | 'mode' | 'usdRate' | 'poolSig' | 'isNamedLater'> & {
  readonly escrow: Readonly<Record<string, unknown>>
  /** Null while the escrow has no address, and thus no terms of its own. */
  readonly releaseId: string | null
}

/** Payout terms of escrows of some chains that have no pin. */
export async function findUnpinnedEscrows(em: Em, page: UnpinnedPage & UnpinnedBounds): Promise<UnpinnedEscrow[]> {
  const waiting = unpinned(em, page)
    .innerJoin('escrow', 'escrow.id', 'payout_terms.subjectId')
    .innerJoin('quote', 'quote.id', 'escrow.quoteId')
    .select(['escrow.businessId as businessId', 'escrow.mode', 'quote.usdRate as usdRate'])
    .select([frozen.as('escrow'), isNamedLater.as('isNamedLater'), 'escrow.payoutTermsId as releaseId'])
    .where('payout_terms.subject', 'in', ['escrow', 'escrow_refund', 'escrow_excess', 'escrow_overpaid'])
  const { sql: text, parameters } = within(waiting, page).compile()
  const rows = await runStatement<Beside>(em, text, parameters)
  if (rows.length === 0) return []
  const terms = entityRows(em, 'payout_terms', rows)
  const releaseIds = [...new Set(rows.flatMap(({ releaseId }) => releaseId ?? []))]
  const [releases, pins] = [await findPayoutTerms(em, releaseIds), await findPayoutTermsPins(em, releaseIds)]
  return rows.flatMap(({ escrow, releaseId, ...beside }, place) => {
    const commit = terms[place]
    const known = { release: releases.get(releaseId ?? ''), releasePin: pins.get(releaseId ?? '') }
    return commit ? [{ ...beside, ...known, commit, escrow: namedOf(escrow) }] : []
  })
}

/** The frozen columns of an escrow, as JSON spells them. */
const namedOf = (row: Readonly<Record<string, unknown>>): UnpinnedEscrow['escrow'] => ({
  chain: row['chain'] as ChainCode,
  asset: row['asset'] as UnpinnedEscrow['escrow']['asset'],
  address: typeof row['address'] === 'string' ? row['address'] : null,
  feeBps: Number(row['fee_bps']),
  depositorAddress: typeof row['depositor_address'] === 'string' ? row['depositor_address'] : null,
  beneficiaryAddress: String(row['beneficiary_address']),
  amountUnits: String(row['amount_units']),
  tokenHash: String(row['release_token_hash']).replace('\\x', ''),
  expiresAt: new Date(String(row['expires_at'])),
})

/** An amount of more than 2^53 base units would lose its digits as a number of JSON. */
const frozen = sql<Readonly<Record<string, unknown>>>`to_jsonb(escrow) || jsonb_build_object('amount_units', escrow.amount_units::text)`
const isNamedLater = sql<boolean>`EXISTS (SELECT FROM series_period JOIN series ON series.id = series_period.series_id
  WHERE series_period.escrow_id = escrow.id AND series.depositor_address IS NULL)`
