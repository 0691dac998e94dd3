import type { Rail } from '@gateway/chains/rail'
import type { PayoutConditions, Recipient } from '@gateway/domain/custody/intent'
import type { ContractTerms } from '@gateway/domain/escrows/contract'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { AddressTerms } from '../../custody/address-pool/allocate-addresses.ts'
import { platformAddressOf } from '../../custody/address-pool/platform-address.ts'
import { hashToken } from '../../custody/evidence/party-tokens.ts'
import type { EscrowContext } from '../../kernel/context.ts'
import type { Parties } from './draft-escrow.ts'

/** What is frozen about the money of an escrow beside its parties. */
interface FrozenEscrow {
  readonly id: string
  readonly asset: AssetCode
  readonly amountUnits: bigint
  readonly feeBps: number
  readonly releaseToken: string
  readonly expiresAt: Date
}

/** What the address of an escrow follows from. */
interface Agreed {
  readonly rail: Rail
  readonly parties: Parties
  readonly frozen: FrozenEscrow
}

/** The terms of a release, which the address of the escrow follows from where a contract holds the money. */
export function addressTermsOf(ctx: EscrowContext, agreed: Agreed): AddressTerms {
  const { rail, parties, frozen } = agreed
  return {
    id: ctx.ids.uuid(),
    subject: 'escrow',
    subjectId: frozen.id,
    chain: rail.chain,
    asset: frozen.asset,
    recipients: releaseRecipients(parties, platformAddressOf(ctx, rail)),
    feeBps: frozen.feeBps,
    expiresAt: frozen.expiresAt,
    conditions: conditionsOf(ctx, agreed),
  }
}

const releaseRecipients = ({ beneficiary, depositor }: Parties, platform: string): readonly Recipient[] => [
  { role: 'beneficiary', address: beneficiary },
  { role: 'platform', address: platform },
  ...(depositor === null ? [] : [{ role: 'depositor' as const, address: depositor }]),
]

function conditionsOf(ctx: EscrowContext, agreed: Agreed): PayoutConditions {
  const { amountUnits, releaseToken, expiresAt } = agreed.frozen
  const contract = contractOf(ctx, agreed)
  return {
    amountUnits: String(amountUnits),
    tokenHash: hashToken(ctx.partyTokenKeys, releaseToken).toString('hex'),
    expiresAt: expiresAt.toISOString(),
    ...(contract && { contract }),
  }
}

/** What the address of an escrow contract commits to; undefined where an address of the pool holds the money, or the depositor is not known yet. */
function contractOf(ctx: EscrowContext, { rail, parties, frozen }: Agreed): ContractTerms | undefined {
  const decider = ctx.custody.deciderAddresses[rail.chain]
  const { depositor, beneficiary } = parties
  if (!rail.escrows || decider === undefined || depositor === null) return undefined
  return rail.escrows.draft({ ...frozen, depositor, beneficiary, platform: platformAddressOf(ctx, rail), decider })
}
