import type { FeeRefund } from '../objects/application-fee.ts'
import type { ObjectKind, StoredObject } from '../objects/stored-object.ts'
import type { TransferReversal } from '../objects/transfer.ts'
import { all } from '../state/store.ts'
import type { World } from '../state/world.ts'
import { wholeList } from '../wire/list.ts'
import { checkPermission } from './authorize.ts'
import { readingOf, type StripeKey } from './permissions.ts'

/** The form in which an object is sent: with the lists of those that belong to it. */
export function present(world: World, object: StoredObject): object {
  const { id } = object
  if (object.object === 'application_fee')
    return { ...object, refunds: wholeList(`/v1/application_fees/${id}/refunds`, feeRefundsOf(world, id)) }
  if (object.object === 'transfer')
    return { ...object, reversals: wholeList(`/v1/transfers/${id}/reversals`, transferReversalsOf(world, id)) }
  return object
}

/** The refunds of an application fee, oldest first. */
export const feeRefundsOf = (world: World, feeId: string): FeeRefund[] =>
  all(world, { kind: 'fee_refund' }).filter(({ fee }) => fee === feeId)

/** The reversals of a transfer, oldest first. */
export const transferReversalsOf = (world: World, transferId: string): TransferReversal[] =>
  all(world, { kind: 'transfer_reversal' }).filter(({ transfer }) => transfer === transferId)

/** An object that is to be shown inside another one. */
interface Expanded {
  readonly id: string
  readonly account: string
  readonly key: StripeKey
}

/**
 * The object of an id of an account in the form in which it is sent; undefined when there is none.
 * @throws {ApiError} of status 403 when the key may not read it.
 */
export function presentId(world: World, { id, account, key }: Expanded): object | undefined {
  const stored = Object.hasOwn(world.state.objects, id) ? world.state.objects[id] : undefined
  if (!stored || !isVisible(stored.object.object, stored.account, account)) return undefined
  checkPermission(key, readingOf(stored.object.object))
  return present(world, stored.object)
}

/** A connected account's charge can be expanded in a fee of the platform; apart from that an account sees its own objects. */
const isVisible = (kind: ObjectKind, owner: string, account: string): boolean =>
  owner === account || kind === 'account' || kind === 'charge'
