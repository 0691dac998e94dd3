import type { DomainError } from '@gateway/domain/kernel/error'
import { AlreadyPaid, InsufficientBalance, InvalidDestination, InvalidSats, TooManySats } from '@gateway/domain/lightning/errors'
import type { LightningRefusal } from '@gateway/domain/lightning/request'

type Errors = { readonly [Reason in LightningRefusal['reason']]: (refusal: Extract<LightningRefusal, { reason: Reason }>) => DomainError }

const errors: Errors = {
  insufficient_balance: () => new InsufficientBalance(),
  already_paid: () => new AlreadyPaid(),
  own_wallet: () => new InvalidDestination('is an invoice of the same wallet'),
  too_large: ({ maximumSats }) => new TooManySats(BigInt(maximumSats)),
  invalid: ({ field, message }) => (field === 'destination' ? new InvalidDestination(message) : new InvalidSats(message)),
}

const classes = [AlreadyPaid, InsufficientBalance, InvalidDestination, InvalidSats, TooManySats] as const

/** True of what a send was refused for: nothing was paid, and nothing of the same request ever is. */
export const isSendRefusal = (error: unknown): boolean => classes.some((one) => error instanceof one)

/** A stored refusal as its caller gets it. */
export function refusalError(refusal: LightningRefusal): DomainError {
  // The entry of a reason reads the refusals of that reason, which a table of several cannot say.
  const make = errors[refusal.reason] as (of: LightningRefusal) => DomainError
  return make(refusal)
}
