import type { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import type { Rail } from '@gateway/chains/rail'
import { holdsOwnAddress } from '@gateway/db/escrows/own-address-queries'
import type { Business } from '@gateway/domain/businesses/business'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { AddressTerms } from '../../custody/address-pool/allocate-addresses.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { addressTermsOf } from './address-terms.ts'
import type { PricedEscrow } from './price-escrow.ts'

/** The parties of an escrow, by their canonical addresses. */
export interface Parties {
  /** Null where the depositor names an address later. */
  readonly depositor: string | null
  readonly beneficiary: string
  readonly arbiter: string | null
}

/** The parties as their addresses were sent. */
export type NamedParties = Pick<CreateEscrowInput, 'beneficiaryAddress' | 'arbiterAddress'> & {
  readonly depositorAddress?: string | undefined
}

/**
 * The parties' addresses as the chain spells them.
 *
 * @throws {InvalidAddress} naming the member: none of this chain, one of this deployment, or both parties the same.
 */
export async function readParties(ctx: ApiContext, { rail, terms }: { rail: Rail; terms: NamedParties }): Promise<Parties> {
  const read = (field: string, text: string): string => {
    const parsed = rail.parseAddress(text)
    if ('problem' in parsed) throw new InvalidAddress(field, parsed.problem, parsed.isForeign ? 'other_network' : 'malformed')
    return parsed.address
  }
  const depositor = terms.depositorAddress === undefined ? null : read('depositor_address', terms.depositorAddress)
  const beneficiary = read('beneficiary_address', terms.beneficiaryAddress)
  const arbiter = terms.arbiterAddress === undefined ? null : read('arbiter_address', terms.arbiterAddress)
  if (depositor === beneficiary) throw new InvalidAddress('beneficiary_address', 'must not be the address of the depositor', 'own_address')
  if (depositor !== null) await refuseOwn(ctx, rail, { field: 'depositor_address', address: depositor })
  await refuseOwn(ctx, rail, { field: 'beneficiary_address', address: beneficiary })
  return { depositor, beneficiary, arbiter }
}

/** A payout to an address of this deployment would arrive as a deposit. @throws {InvalidAddress} */
async function refuseOwn(ctx: ApiContext, rail: Rail, { field, address }: { field: string; address: string }): Promise<void> {
  const { chain } = rail
  const isPlatform = (ctx.custody.platformAddresses[chain] ?? []).includes(address)
  if (isPlatform || (await holdsOwnAddress(ctx.orm.em.fork(), { chain, address, key: rail.watchKey(address) })))
    throw new InvalidAddress(field, 'is an address of this gateway', 'own_address')
}

/** The requested terms of an escrow, priced in any currency. */
export type EscrowTerms = Omit<CreateEscrowInput, 'fiatCurrency' | 'businessId' | 'depositorAddress'> & { readonly fiatCurrency: FiatCode }

/** The agreed terms of an escrow. */
export interface AgreedEscrow {
  readonly business: Business | undefined
  readonly rail: Rail
  readonly terms: EscrowTerms
  readonly parties: Parties
  readonly priced: PricedEscrow
  readonly feeBps: number
}

/** An escrow without its address; it keeps its ids, tokens and times however often it is retried. */
export interface EscrowDraft extends AgreedEscrow {
  readonly ctx: ApiContext
  readonly addressTerms: AddressTerms
  readonly tokens: { readonly releaseToken: string; readonly beneficiaryToken: string }
  readonly createdAt: Date
}

const HOUR_MS = 60 * 60 * 1_000

/** Settles everything about an escrow that needs no transaction. */
export function draftEscrow(ctx: ApiContext, agreed: AgreedEscrow): EscrowDraft {
  const { rail, terms, parties, priced, feeBps } = agreed
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + Math.round(terms.expiresInHours * HOUR_MS))
  const tokens = { releaseToken: newToken(ctx), beneficiaryToken: newToken(ctx) }
  const subjectId = ctx.ids.uuid()
  const { amountUnits } = priced
  const frozen = { id: subjectId, asset: terms.asset, amountUnits, feeBps, expiresAt, releaseToken: tokens.releaseToken }
  const addressTerms = addressTermsOf(ctx, { rail, parties, frozen })
  return { ...agreed, ctx, addressTerms, tokens, createdAt }
}

const newToken = ({ ids }: ApiContext): string => `esc_${ids.bytes(32).toString('hex')}`
