import { DomainError } from '../kernel/error.ts'
import { MAX_CLIENTS } from './client.ts'

/** The merchant has the maximum number of clients; nothing was created. */
export class TooManyClients extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor(current: number) {
    super(`A merchant has at most ${MAX_CLIENTS} OAuth clients; delete one first`, { details: { current, limit: MAX_CLIENTS } })
  }
}

/** A public client has no secret that could be replaced. */
export class PublicClient extends DomainError {
  readonly code = 'INVALID_STATE'
  readonly kind = 'invalid'
  constructor() {
    super('A public client has no secret')
  }
}
