import type { ErrorKind } from '@gateway/domain/kernel/error'
import { DomainError } from '@gateway/domain/kernel/error'
import { requireActor } from '@gateway/operations/accounts/authenticate'
import { initTRPC, TRPCError } from '@trpc/server'
import type { RequestContext } from './context.ts'
import type { ErrorCode } from './http/error-codes.ts'
import { presentRefusal, refusalOf } from './http/errors.ts'

/** How a procedure is served as REST, and what its operation in the API description says. */
export interface RestMeta {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below the origin, with parameters in braces: `/api/payments/{id}`. */
  readonly path: `/${string}`
  /** Further places that serve the same. */
  readonly also?: readonly { readonly method: RestMeta['method']; readonly path: RestMeta['path'] }[]
  readonly status?: 201
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Member of the answer that is repeated flat at top level. */
  readonly flat?: string
  /** The answer is a page of a list. */
  readonly list?: boolean
  /** Browsers of any origin may read it, without credentials. */
  readonly cors?: boolean
  /** A request body to show; the examples of all members otherwise. */
  readonly example?: Readonly<Record<string, unknown>>
  /** Refusals of its own, beside those that every operation of its shape has. */
  readonly errors?: readonly ErrorCode[]
}

/** What is said about a procedure beside its schemas. */
export interface ProcedureMeta {
  readonly rest?: RestMeta
  /** `key`: an API key or a merchant's token; `merchant`: a merchant's token alone. Absent: anybody. */
  readonly auth?: 'key' | 'merchant'
}

const codeByKind = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorKind, TRPCError['code']>

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const refusal = refusalOf(error, ctx?.clock.now() ?? new Date())
      const { code, httpStatus, path } = shape.data
      return {
        code: shape.code,
        message: refusal.message,
        data: { code, httpStatus, path, refusal: presentRefusal(refusal, ctx?.requestId ?? '') },
      }
    },
  })

/** Refusals that the product knows by name get the status of their kind; every procedure passes here. */
const namedRefusals = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof DomainError)) return result
  const { cause } = result.error
  throw new TRPCError({ code: codeByKind[cause.kind], cause, message: cause.message })
})

/** Makes routers. */
export const { router } = t

/** A procedure that anybody may call. */
export const publicProcedure = t.procedure.use(namedRefusals)

const actorProcedure = publicProcedure.use(async ({ ctx, next }) => next({ ctx: { actor: await requireActor(ctx, ctx.credential) } }))

/** A procedure for API keys, and for merchants' tokens, which act for all businesses of the merchant. */
export const keyProcedure = actorProcedure.meta({ auth: 'key' })

/** A procedure for merchants' tokens; its operation refuses keys. */
export const merchantProcedure = actorProcedure.meta({ auth: 'merchant' })
