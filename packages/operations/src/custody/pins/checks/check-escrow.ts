import type { Rail } from '@gateway/chains/rail'
import type { UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import { findRecipient } from '@gateway/domain/custody/intent'
import type { PinRefusal } from '@gateway/domain/custody/pin'
import { type ContractTerms, contractDeadline } from '@gateway/domain/escrows/contract'
import { paysItsPayees, rowOfTerms } from '@gateway/domain/custody/purposes'
import { addressFollows } from '../../address-pool/address-follows.ts'
import { isNamedByDepositor, isOfCreation, opensContract, paysNoDepositor } from './check-naming.ts'
import type { PinContext } from '../pin-context.ts'
import { isPayable, type Payees } from '../read-payees.ts'

/** Terms of an escrow, with what is known of its parties. */
export type EscrowCandidate = UnpinnedEscrow & { readonly payees: Payees }

type Check = (ctx: PinContext, rail: Rail, candidate: EscrowCandidate) => boolean

/** The reason terms of an escrow must never be paid; undefined when the signer may pin them. */
export function findEscrowRefusal(ctx: PinContext, rail: Rail, candidate: EscrowCandidate): PinRefusal | undefined {
  try {
    return checks.find(({ isTrue }) => !isTrue(ctx, rail, candidate))?.refusal
  } catch {
    // A malformed row must not stop the check of other rows.
    return 'commit_differs_from_escrow'
  }
}

/**
 * True when an escrow has a contract where its chain has them, whose terms are the agreed ones and whose decider is a key of this signer. The hash of the
 * depositor's token cannot be checked: the token is not known yet, and it can only release.
 */
function contractFollows(ctx: PinContext, rail: Rail, { commit, escrow }: UnpinnedEscrow): boolean {
  const contract = commit.conditions?.contract
  if (!contract || !rail.escrows) return !contract && !rail.escrows
  if (escrow.depositorAddress === null) return false
  const agreed: Partial<ContractTerms> = {
    depositor: escrow.depositorAddress,
    beneficiary: escrow.beneficiaryAddress,
    amount: escrow.amountUnits,
    feeBps: escrow.feeBps,
    deadline: contractDeadline(escrow.expiresAt),
    ...rail.escrows.placeOf(commit.asset),
  }
  const isAgreed = Object.entries(agreed).every(([name, value]) => contract[name as keyof ContractTerms] === value)
  const paysPlatform = (ctx.platformAddresses[commit.chain] ?? []).includes(contract.feeReceiver)
  return isAgreed && paysPlatform && ctx.keys.findDeciderKey(commit.chain, contract.decider) !== undefined
}

/** The checks of an escrow's terms, in order. No wallet pin can attest the parties' addresses: everything is what it was created with. */
const checks: readonly { readonly refusal: PinRefusal; readonly isTrue: Check }[] = [
  {
    refusal: 'commit_differs_from_escrow',
    isTrue: (_ctx, rail, { commit, escrow }) =>
      rail.assets.includes(commit.asset) &&
      escrow.chain === commit.chain &&
      escrow.asset === commit.asset &&
      escrow.address === commit.address &&
      commit.feeBps === (rowOfTerms(commit.subject).payees.length > 1 ? escrow.feeBps : 0) &&
      commit.conditions?.amountUnits === escrow.amountUnits &&
      commit.conditions.tokenHash === escrow.tokenHash &&
      commit.conditions.expiresAt === escrow.expiresAt.toISOString(),
  },
  {
    refusal: 'payees_are_not_those_of_an_escrow',
    isTrue: (_ctx, _rail, { commit, escrow }) =>
      (paysItsPayees(commit.subject, commit.recipients) || paysNoDepositor(commit)) &&
      [undefined, escrow.depositorAddress].includes(findRecipient(commit, 'depositor')) &&
      [undefined, escrow.beneficiaryAddress].includes(findRecipient(commit, 'beneficiary')),
  },
  {
    refusal: 'depositor_was_not_named',
    isTrue: (ctx, _rail, candidate) => isOfCreation(candidate) || opensContract(ctx, candidate) || isNamedByDepositor(ctx, candidate),
  },
  {
    refusal: 'platform_address_differs',
    isTrue: (ctx, { chain }, candidate) => {
      const platform = findRecipient(candidate.commit, 'platform')
      return platform === undefined || (ctx.platformAddresses[chain] ?? []).includes(platform)
    },
  },
  {
    refusal: 'payer_address_is_none',
    isTrue: (_ctx, rail, { commit }) => commit.recipients.every(({ address }) => isPayable(rail, address)),
  },
  { refusal: 'contract_differs_from_escrow', isTrue: contractFollows },
  { refusal: 'payer_address_is_ours', isTrue: (_ctx, _rail, { payees }) => !payees.areOurs },
  { refusal: 'payee_is_no_wallet', isTrue: (_ctx, _rail, { payees }) => payees.areWallets },
  { refusal: 'address_does_not_follow', isTrue: addressFollows },
]
