import type { Rail } from '@gateway/chains/rail'
import { askAddresses, findAddressUses, nameOf } from '@gateway/db/kernel/addresses/address-question-queries'
import type { Em } from '@gateway/db/orm'
import { findUseProblem } from '@gateway/domain/custody/address-use'
import type { Commit } from '@gateway/domain/custody/intent'
import { type AskedAddress, findOwnProblems } from '../../businesses/wallets/own-addresses.ts'
import { payableOf } from '../../businesses/wallets/check-address.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import type { PinContext } from './pin-context.ts'

/** What the signer knows of whom some terms pay beside the platform. */
export interface Payees {
  /** Every chain has answered what its addresses are. */
  readonly areKnown: boolean
  /** One of them is this deployment's own. */
  readonly areOurs: boolean
  /** Each of them is a wallet by what its chain's node knows. */
  readonly areWallets: boolean
}

type Terms = Pick<Commit, 'chain' | 'recipients'>

/** An answer about an address counts so long. */
const FRESH_MS = 10 * 60 * 1_000

/**
 * What is known of the payees of terms, in their order, in a constant number of statements. Chains are asked about addresses that nobody knows: the
 * api takes an address while its chain is away, and an attacker who owns the api asks nobody.
 */
export async function readPayees(em: Em, ctx: PinContext, terms: readonly Terms[]): Promise<readonly Payees[]> {
  const asked = terms.map((one) => payeesOf(ctx, one))
  const flat = asked.flat()
  const own = await findOwnProblems(em, accountsOf(ctx), flat)
  const ours = new Set(flat.filter((_, at) => own[at] !== undefined))
  const problemOf = await readUseProblems(em, ctx, flat)
  return asked.map((payees) => {
    const problems = payees.map(problemOf)
    return {
      areKnown: !problems.includes('unknown'),
      areOurs: payees.some((payee) => ours.has(payee)),
      areWallets: problems.every((problem) => problem === undefined),
    }
  })
}

/** Addresses that a malformed row names instead are refused for that. */
function payeesOf({ rails }: PinContext, { chain, recipients }: Terms): AskedAddress[] {
  const rail = rails.get(chain)
  if (!rail || !Array.isArray(recipients)) return []
  const addresses = recipients.filter(({ role }) => role !== 'platform').map(({ address }) => address)
  return addresses.filter((address) => isPayable(rail, address)).map((address) => ({ rail, address }))
}

/** True of an address in its canonical spelling, whether its key or a program spends from it. */
export const isPayable = (rail: Rail, address: unknown): boolean =>
  typeof address === 'string' && payableOf(rail.parseAddress(address)) === address

const accountsOf = ({ rails, platformAddresses, keys }: PinContext) => ({
  rails,
  platformAddresses,
  decides: ({ chain, address }: Pick<Commit, 'chain' | 'address'>) =>
    rails.get(chain)?.escrows !== undefined && keys.deciderAddress(chain) === address,
})

/** The problem of each address by its use; asks about those that are `unknown`. */
async function readUseProblems(
  em: Em,
  ctx: PinContext,
  asked: readonly AskedAddress[],
): Promise<(payee: AskedAddress) => string | undefined> {
  const places = asked.filter(({ rail }) => rail.hasAccounts).map(({ rail: { chain }, address }) => ({ chain, address }))
  if (places.length === 0) return () => undefined
  const at = ctx.clock.now()
  const since = new Date(at.getTime() - FRESH_MS)
  const uses = await findAddressUses(em, { places, since })
  const open = places.filter((place) => !uses.has(nameOf(place)))
  if (open.length > 0) await askAddresses(em, { places: open, at, since })
  for (const { chain } of open) queueNotification(em, { channel: 'address_asked', payload: chain })
  return ({ rail, address }) => {
    if (!rail.hasAccounts) return undefined
    const use = uses.get(nameOf({ chain: rail.chain, address }))
    return use === undefined ? 'unknown' : findUseProblem({ use, isProgramAddress: !('address' in rail.parseAddress(address)) })
  }
}
