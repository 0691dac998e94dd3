import type { AddressPlace, Rail } from '@gateway/chains/rail'
import type { Rails } from '@gateway/chains/registry'
import { findOwnPlaces } from '@gateway/db/kernel/addresses/own-address-queries'
import type { Em } from '@gateway/db/orm'
import type { AddressFault } from '@gateway/domain/custody/errors'
import type { ChainCode } from '@gateway/domain/money/asset'

/** The chains of this deployment, and its accounts there beside what it watches. */
export interface OwnAccounts {
  readonly rails: Rails
  readonly platformAddresses: Readonly<Partial<Record<ChainCode, readonly string[]>>>
  /** True of an account that decides escrow contracts. */
  readonly decides: (place: Pick<AddressPlace, 'chain' | 'address'>) => boolean
}

/** An address in its canonical spelling. */
export interface AskedAddress {
  readonly rail: Rail
  readonly address: string
}

/** Why an address is none to pay, as the end of a sentence. */
export interface OwnProblem {
  readonly problem: string
  readonly fault: AddressFault
}

/**
 * Why addresses are this deployment's own, in their order; undefined for all others. An address counts on every chain of its family: one key or
 * contract has it on all, and a payout there would come back as a deposit on a chain where nobody waits for it, or be kept by a contract.
 */
export async function findOwnProblems(
  em: Em,
  own: OwnAccounts,
  asked: readonly AskedAddress[],
): Promise<readonly (OwnProblem | undefined)[]> {
  const places = asked.map(({ rail, address }) => rail.placesOf(address))
  const flat = places.flat()
  const held = await findOwnPlaces(em, flat)
  const isHeld = new Set([...held].map((at) => flat[at]))
  return places.map((all, at) => {
    const found = all.find((place) => isHeld.has(place))
    return found ? { problem: 'is an address of this service', fault: 'own_address' } : listed(own, all, asked[at]?.rail)
  })
}

function listed(own: OwnAccounts, places: readonly AddressPlace[], named: Rail | undefined): OwnProblem | undefined {
  for (const { chain, address } of places) {
    if (own.platformAddresses[chain]?.includes(address)) return { problem: 'is a fee address of this service', fault: 'own_address' }
    if (own.decides({ chain, address })) return { problem: 'is the account of this service that decides escrows', fault: 'own_address' }
    const other = chain === named?.chain ? undefined : own.rails.get(chain)?.parseAddress(address)
    if (other && 'problem' in other) return { problem: `${other.problem} on ${chain}`, fault: 'no_wallet' }
  }
  return undefined
}
