import type { ParsedAddress, Rail } from '@gateway/chains/rail'
import type { Em } from '@gateway/db/orm'
import { findUseProblem } from '@gateway/domain/custody/address-use'
import { AddressUnchecked, InvalidAddress } from '@gateway/domain/custody/errors'
import type { ApiContext } from '../../kernel/context.ts'
import { findOwnProblems, type OwnAccounts } from './own-addresses.ts'

/** What the checks of an address need. */
export type AddressContext = Pick<ApiContext, 'orm' | 'rails' | 'askChain'> & { readonly custody: OwnLists }
type OwnLists = Pick<ApiContext['custody'], 'platformAddresses' | 'deciderAddresses'>

/** An address as it was sent; `field` names it in a refusal. */
export interface NamedAddress {
  readonly field: string
  readonly text: string
  /** It was named once more as one that a program spends from, such as the vault of a multisig. */
  readonly isProgramConfirmed?: boolean | undefined
  /** Taken by our own lists alone where its chain does not answer: the signer asks again before it pins. */
  readonly isAskedAgain?: boolean | undefined
}

/**
 * An address that money may be sent to, in its canonical spelling: of its chain and network, with a right checksum, spendable, not this service's own
 * on any chain of the family, and a wallet by what the node of its chain knows.
 *
 * @throws {InvalidAddress} naming the member of the request.
 * @throws {AddressUnchecked} when the reader of the chain does not answer within two seconds.
 */
export async function checkAddress(ctx: AddressContext, rail: Rail, named: NamedAddress): Promise<string> {
  const { field, isAskedAgain = false } = named
  const { address, isProgramAddress } = readAddress(rail, named)
  await refuseOwn(ctx.orm.em.fork(), accountsOf(ctx), { rail, address, field })
  if (!rail.hasAccounts) return address
  const use = await ctx.askChain({ chain: rail.chain, address })
  if (use === undefined && !isAskedAgain) throw new AddressUnchecked(rail.chain, field)
  const problem = use && findUseProblem({ use, isProgramAddress })
  if (problem !== undefined) throw new InvalidAddress(field, problem, 'no_wallet')
  return address
}

/** The address that a text spells, if anybody could spend from it; nothing else is asked. @throws {InvalidAddress} */
export function readAddress(
  rail: Rail,
  { field, text, isProgramConfirmed = false }: NamedAddress,
): { readonly address: string; readonly isProgramAddress: boolean } {
  const parsed = rail.parseAddress(text)
  if ('address' in parsed) return { address: parsed.address, isProgramAddress: false }
  const { problem, programAddress } = parsed
  if (programAddress === undefined) throw new InvalidAddress(field, problem, parsed.isForeign ? 'other_network' : 'malformed')
  if (isProgramConfirmed) return { address: programAddress, isProgramAddress: true }
  throw new InvalidAddress(field, `${problem}; the vault of a multisig is taken with confirm_program_address`, 'program_address')
}

/** The address of a parsed text, whether its key or a program spends from it; undefined for a text that is no address. */
export const payableOf = (parsed: ParsedAddress): string | undefined => ('address' in parsed ? parsed.address : parsed.programAddress)

const accountsOf = ({ rails, custody }: Pick<AddressContext, 'rails' | 'custody'>): OwnAccounts => ({
  rails,
  platformAddresses: custody.platformAddresses,
  decides: ({ chain, address }) => custody.deciderAddresses[chain] === address,
})

/** Refuses this service's own addresses. @throws {InvalidAddress} */
export async function refuseOwn(
  em: Em,
  own: OwnAccounts,
  { rail, address, field }: { rail: Rail; address: string; field: string },
): Promise<void> {
  const [found] = await findOwnProblems(em, own, [{ rail, address }])
  if (found) throw new InvalidAddress(field, found.problem, found.fault)
}
