import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import { sql } from 'kysely'
import type { ChainCode } from '@gateway/domain/money/asset'
import { entityRows } from '../../kernel/entity-rows.ts'
import { runStatement } from '../../kernel/run-statement.ts'
import type { EscrowEntity } from '../../escrows/escrow.entity.ts'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { PayoutTermsEntity } from './payout-terms.entity.ts'
import { isUnpinned, type UnpinnedPage, within } from './pin-queries.ts'

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
  /** A party's address is one that this deployment gives out or watches. */
  readonly paysUs: boolean
}

type Beside = Pick<UnpinnedEscrow, 'businessId' | 'mode' | 'usdRate' | 'poolSig' | 'paysUs'> & { readonly escrow: UnpinnedEscrow['escrow'] }

/** Payout terms of escrows of some chains that have no pin. */
export async function findUnpinnedEscrows(
  em: Em,
  page: UnpinnedPage & { readonly chains: readonly ChainCode[]; readonly limit: number },
): Promise<UnpinnedEscrow[]> {
  const waiting = tables(em)
    .selectFrom('payout_terms')
    .innerJoin('escrow', 'escrow.id', 'payout_terms.subjectId')
    .innerJoin('quote', 'quote.id', 'escrow.quoteId')
    .leftJoin('address_pool as pool', (join) =>
      join.onRef('pool.chain', '=', 'payout_terms.chain').onRef('pool.address', '=', 'payout_terms.address'),
    )
    .selectAll('payout_terms')
    .select(['escrow.businessId as businessId', 'escrow.mode', 'quote.usdRate as usdRate', 'pool.sig as poolSig'])
    .select([sql<UnpinnedEscrow['escrow']>`to_jsonb(escrow)`.as('escrow'), paysUs.as('paysUs')])
    .where('payout_terms.subject', 'in', ['escrow', 'escrow_refund', 'escrow_excess'])
    .where('payout_terms.chain', 'in', [...page.chains])
    .where(isUnpinned)
    .limit(page.limit)
  const { sql: text, parameters } = within(waiting, page).compile()
  const rows = await runStatement<Beside & { escrow: Readonly<Record<string, string>> }>(em, text, parameters)
  const terms = entityRows(em, 'payout_terms', rows)
  return rows.flatMap(({ escrow, businessId, mode, usdRate, poolSig, paysUs: isOurs }, place) => {
    const commit = terms[place]
    return commit ? [{ commit, escrow: namedOf(escrow), businessId, mode, usdRate, poolSig, paysUs: isOurs }] : []
  })
}

/** The frozen columns of an escrow, as JSON spells them. */
const namedOf = (row: Readonly<Record<string, unknown>>): UnpinnedEscrow['escrow'] => ({
  chain: row['chain'] as ChainCode,
  asset: row['asset'] as UnpinnedEscrow['escrow']['asset'],
  address: String(row['address']),
  feeBps: Number(row['fee_bps']),
  depositorAddress: String(row['depositor_address']),
  beneficiaryAddress: String(row['beneficiary_address']),
  amountUnits: String(row['amount_units']),
  tokenHash: String(row['release_token_hash']).replace('\\x', ''),
  expiresAt: new Date(String(row['expires_at'])),
})

const parties = sql`ARRAY[escrow.depositor_address, escrow.beneficiary_address]`
const paysUs = sql<boolean>`EXISTS (SELECT FROM watched_address WHERE watched_address.chain = payout_terms.chain AND watched_address.address = ANY (${parties}))
  OR EXISTS (SELECT FROM address_pool ours WHERE ours.chain = payout_terms.chain AND ours.address = ANY (${parties}))`
