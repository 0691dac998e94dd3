import type { Rail } from '@gateway/chains/rail'
import type { UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import { type ContractTerms, contractDeadline } from '@gateway/domain/escrows/contract'
import type { PinContext } from './pin-context.ts'

/**
 * True when an escrow has a contract where its chain has them, whose terms are the agreed ones and whose decider is a key of this signer. The hash of the
 * depositor's token cannot be checked: the token is not known yet, and it can only release.
 */
export function contractFollows(ctx: PinContext, rail: Rail, { commit, escrow }: UnpinnedEscrow): boolean {
  const contract = commit.conditions?.contract
  if (!contract || !rail.escrows) return !contract && !rail.escrows
  const agreed: Partial<ContractTerms> = {
    depositor: escrow.depositorAddress,
    beneficiary: escrow.beneficiaryAddress,
    amount: escrow.amountUnits,
    feeBps: escrow.feeBps,
    deadline: contractDeadline(escrow.expiresAt),
    ...rail.escrows.placeOf(commit.asset),
  }
  const isAgreed = Object.entries({ ...contract, ...agreed }).every(([name, value]) => contract[name as keyof ContractTerms] === value)
  const paysPlatform = (ctx.platformAddresses[commit.chain] ?? []).includes(contract.feeReceiver)
  return isAgreed && paysPlatform && ctx.keys.findDeciderKey(commit.chain, contract.decider) !== undefined
}
