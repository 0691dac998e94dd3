import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { rooms } from './rooms.ts'
import { router } from './trpc.ts'

type Routers = { [Name in keyof typeof rooms]: (typeof rooms)[Name]['router'] }

/** Every procedure, by room. */
export const appRouter = router(
  // Each room by its name.
  Object.fromEntries(Object.entries(rooms).map(([name, room]) => [name, room.router])) as Routers,
)

/** The type imported by RPC clients. */
export type AppRouter = typeof appRouter

/** What each procedure takes, by room and name. */
export type RouterInputs = inferRouterInputs<AppRouter>

/** What each procedure answers, by room and name. */
export type RouterOutputs = inferRouterOutputs<AppRouter>
