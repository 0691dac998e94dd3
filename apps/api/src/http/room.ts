import type { AnyTRPCRouter } from '@trpc/server'
import type { ServerContext } from '../context.ts'
import type { ConnectionLimits } from './connections/connection-limits.ts'
import type { Route } from './route.ts'

/** What the lists of the api know of a room. */
export interface ApiRoom {
  /** Its procedures; their scope is the name of the room. */
  readonly router: AnyTRPCRouter
  /** What its operations are about, for readers of the API description; absent where none has an address. */
  readonly about?: string
  /** Pages and downloads, which are no procedures. */
  readonly routes?: (api: ServerContext, limits: ConnectionLimits) => readonly Route[]
}
