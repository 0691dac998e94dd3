import type { World } from '../state/world.ts'
import type { Stalls } from './faults.ts'
import type { StripeKey } from './permissions.ts'
import type { LoggedRequest } from './request-log.ts'
import type { Route } from './route.ts'

/** What answers requests to the API. */
export interface Api {
  readonly world: World
  readonly routes: readonly Route[]
  readonly keys: readonly StripeKey[]
  readonly requests: LoggedRequest[]
  readonly inFlight: Set<string>
  readonly stalls: Stalls
}
