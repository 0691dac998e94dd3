import type { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import type { Rail } from '@gateway/chains/rail'
import type { Business } from '@gateway/domain/businesses/business'
import { InvalidAddress } from '@gateway/domain/custody/errors'
import type { FiatCode } from '@gateway/domain/money/fiat'
import type { AddressTerms } from '../../custody/address-pool/allocate-addresses.ts'
import { checkAddress, type NamedAddress, readAddress } from '../../businesses/wallets/check-address.ts'
import type { ApiContext, EscrowContext } from '../../kernel/context.ts'
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
type NamedParties = Pick<CreateEscrowInput, 'beneficiaryAddress' | 'arbiterAddress' | 'confirmProgramAddress'> & {
  readonly depositorAddress?: string | undefined
}

/** The parties of an escrow that is to be created, and whose it is; without a business it is anybody's. */
interface AskedParties {
  readonly rail: Rail
  readonly terms: NamedParties
  readonly business?: Business | undefined
}

/**
 * The parties' addresses as the chain spells them. The beneficiary and the depositor are wallets by what the chain's node knows; an escrow without a
 * business is created while that is away, because the signer asks again.
 *
 * @throws {InvalidAddress} naming the member: none of this chain, no wallet, one of this deployment, or both parties the same.
 * @throws {AddressUnchecked} for an escrow of a business whose chain does not answer.
 */
export async function readParties(ctx: ApiContext, { rail, terms, business }: AskedParties): Promise<Parties> {
  const wallets = Object.values(business?.wallets ?? {})
  const named = (field: string, text: string): NamedAddress => {
    const isProgramConfirmed = terms.confirmProgramAddress === true || wallets.includes(text)
    return { field, text, isProgramConfirmed, isAskedAgain: business === undefined }
  }
  const sent = {
    depositor: terms.depositorAddress === undefined ? undefined : named('depositor_address', terms.depositorAddress),
    beneficiary: named('beneficiary_address', terms.beneficiaryAddress),
  }
  const arbiter = terms.arbiterAddress === undefined ? null : readAddress(rail, named('arbiter_address', terms.arbiterAddress)).address
  const [depositor, beneficiary] = await Promise.all([
    sent.depositor ? checkAddress(ctx, rail, sent.depositor) : null,
    checkAddress(ctx, rail, sent.beneficiary),
  ])
  if (depositor === beneficiary) throw new InvalidAddress('beneficiary_address', 'must not be the address of the depositor', 'own_address')
  return { depositor, beneficiary, arbiter }
}

/** The requested terms of an escrow, priced in any currency. */
export type EscrowTerms = Omit<CreateEscrowInput, 'fiatCurrency' | 'businessId' | 'depositorAddress' | 'confirmProgramAddress'> & {
  readonly fiatCurrency: FiatCode
}

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
  readonly ctx: EscrowContext
  readonly addressTerms: AddressTerms
  readonly tokens: { readonly releaseToken: string; readonly beneficiaryToken: string }
  readonly createdAt: Date
}

const HOUR_MS = 60 * 60 * 1_000

/** Settles everything about an escrow that needs no transaction. */
export function draftEscrow(ctx: EscrowContext, agreed: AgreedEscrow): EscrowDraft {
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

const newToken = ({ ids }: EscrowContext): string => `esc_${ids.bytes(32).toString('hex')}`
