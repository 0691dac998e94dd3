import { get } from '../state/store.ts'
import { PLATFORM, type World } from '../state/world.ts'
import { invalidRequest } from '../wire/api-error.ts'

/** @throws {ApiError} of status 400 when the account may not charge, because its onboarding is not complete. */
export function checkMayCharge(world: World, account: string): void {
  if (get(world, { kind: 'account' }, account).charges_enabled) return
  throw invalidRequest('Your account cannot currently make charges: its onboarding is not complete.')
}

/** An application fee of a charge. */
interface DirectFee {
  readonly fee: number | undefined
  readonly amount: number
  readonly param: string
}

/** @throws {ApiError} of status 400 when the fee is not one of a direct charge, or larger than the charge. */
export function checkDirectFee(account: string, { fee, amount, param }: DirectFee): void {
  if (fee === undefined) return
  if (account === PLATFORM)
    throw invalidRequest('Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment.', { param })
  if (fee > amount) throw invalidRequest('The application fee cannot be greater than the amount.', { param })
}
