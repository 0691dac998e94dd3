import type { UnpinnedEscrow } from '@gateway/db/custody/pins/escrow-pin-queries'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import { type Commit, findRecipient } from '@gateway/domain/custody/intent'
import { isDeepStrictEqual } from 'node:util'
import { isPinnedToken, namingOf } from '../../evidence/party-tokens.ts'
import type { PinContext } from '../pin-context.ts'
import { verifyPin } from '../verify-pin.ts'

/** True of a release that pays exactly the amount, because no address of the depositor is known. A contract's address commits to all three. */
export const paysNoDepositor = ({ subject, source, recipients }: Commit): boolean =>
  subject === 'escrow' && source.kind === 'pool' && recipients.map(({ role }) => role).join() === 'beneficiary,platform'

/** True of the terms that an escrow is created with: they pay back whom its release names, whatever its row says now. */
export function isOfCreation({ commit, release, isNamedLater }: UnpinnedEscrow): boolean {
  const { subject, conditions } = commit
  if (conditions?.naming !== undefined || subject === 'escrow_overpaid' || (conditions?.contract && isNamedLater)) return false
  return subject === 'escrow' || paysBackAs(commit, release)
}

const paysBackAs = (commit: Commit, release: Commit | undefined): boolean =>
  release?.subjectId === commit.subjectId && findRecipient(commit, 'depositor') === findRecipient(release, 'depositor')

/** True of the terms that open a contract: all of them pay back whom the depositor named by its token, before anything could be paid in. */
export function opensContract(ctx: PinContext, { commit, escrow, release }: UnpinnedEscrow): boolean {
  const { subject, subjectId, conditions } = commit
  const address = findRecipient(commit, 'depositor')
  if (!conditions?.contract || conditions.naming === undefined || address === undefined || subject === 'escrow_overpaid') return false
  const evidence = Buffer.from(conditions.naming, 'base64')
  const objectId = namingOf({ escrowId: subjectId, address })
  return paysBackAs(commit, release) && isPinnedToken(ctx.partyTokenKeys, { objectId, evidence, tokenHash: escrow.tokenHash })
}

type Check = (ctx: PinContext, naming: Naming) => boolean

/** Terms that name a depositor, beside the release of the same escrow. */
interface Naming {
  readonly commit: PayoutTermsEntity
  readonly release: PayoutTermsEntity
  readonly releasePin: PayoutTermsPinEntity
  readonly address: string
  /** The sealed token. */
  readonly evidence: Uint8Array
}

/**
 * True of terms whose depositor was named later: by the depositor's token, for an escrow whose release this signer has pinned without one. Everything
 * else is as it was pinned then.
 */
export function isNamedByDepositor(ctx: PinContext, { commit, release, releasePin }: UnpinnedEscrow): boolean {
  const address = findRecipient(commit, 'depositor')
  const naming = commit.conditions?.naming
  if (naming === undefined || address === undefined || !release || !releasePin) return false
  const named: Naming = { commit, release, releasePin, address, evidence: Buffer.from(naming, 'base64') }
  return checks.every((isTrue) => isTrue(ctx, named))
}

/** The checks of a depositor's address. */
const checks: readonly Check[] = [
  (ctx, { release, releasePin }) => releasePin.refused === null && verifyPin(ctx, release, releasePin),
  (_ctx, { release }) => paysNoDepositor(release),
  (_ctx, { commit, release }) => commit.subject !== 'escrow' && isDeepStrictEqual(sharedOf(commit), sharedOf(release)),
  (_ctx, { commit, release }) => paysTheSame(commit, release),
  (ctx, { commit, address }) => !(ctx.platformAddresses[commit.chain] ?? []).includes(address),
  (ctx, { commit, release, address, evidence }) => {
    const objectId = namingOf({ escrowId: commit.subjectId, address })
    return isPinnedToken(ctx.partyTokenKeys, { objectId, evidence, tokenHash: release.conditions?.tokenHash ?? '' })
  },
]

/** What all terms of an escrow have in common. */
function sharedOf({ subjectId, chain, asset, address, source, conditions }: Commit) {
  const { amountUnits, tokenHash, expiresAt } = conditions ?? {}
  return { subjectId, chain, asset, address, source, amountUnits, tokenHash, expiresAt }
}

/** Beside the depositor it pays nobody, or whom the release pays. */
function paysTheSame({ recipients }: Commit, release: Commit): boolean {
  const others = recipients.filter(({ role }) => role !== 'depositor')
  return others.length === 0 || isDeepStrictEqual(others, release.recipients)
}
