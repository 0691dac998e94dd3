import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { AddressOwners } from '../../kernel/address-owners.ts'

/** A chain, read up to a block. */
export interface FinalityInput {
  readonly chain: ChainCode
  readonly view: ChainView
  readonly subjects: AddressOwners
}
