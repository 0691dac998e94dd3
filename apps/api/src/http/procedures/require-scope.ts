import { InsufficientScope } from '@gateway/domain/accounts/errors'
import { type Actor, mayUse } from '@gateway/domain/accounts/merchant'
import { type NamedProcedure, scopeOf } from './scope.ts'

/** Lets an actor do what a procedure does: a merchant, or a key with its scope. @throws {InsufficientScope} */
export function requireScope(actor: Actor, procedure: NamedProcedure): void {
  const scope = scopeOf(procedure)
  if (!mayUse(actor, scope)) throw new InsufficientScope(scope)
}
