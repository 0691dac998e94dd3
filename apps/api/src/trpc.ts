import { snakeCase } from '@gateway/contract/wire/names'
import type { ErrorKind } from '@gateway/domain/kernel/error'
import { AppsRefused, InvalidToken } from '@gateway/domain/accounts/errors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { DomainError } from '@gateway/domain/kernel/error'
import { requireMerchant } from '@gateway/operations/accounts/auth/require-merchant'
import { authenticateBearer, requireBearer } from '@gateway/operations/oauth/authenticate-bearer'
import { createConcurrencyLimit } from '@gateway/operations/accounts/passwords/concurrency-limit'
import { initTRPC, TRPCError } from '@trpc/server'
import type { RequestContext } from './context.ts'
import { admit, countGuess, countRefused } from './http/limits/admission.ts'
import type { ErrorCode } from './http/errors/error-codes.ts'
import { presentRefusal, refusalOf } from './http/errors/errors.ts'
import { droppingDeadSession } from './http/session-cookie.ts'
import type { LimitName } from './http/limits/limits.ts'
import { isRepeatable, repeatableOf } from './http/idempotency/idempotent.ts'
import { requireScope } from './http/procedures/require-scope.ts'

/** The REST side of a procedure, and its operation in the API description. */
export interface RestMeta {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Below the origin, with parameters in braces: `/api/payments/{id}`. */
  readonly path: `/${string}`
  /** Further addresses of the same operation. */
  readonly also?: readonly { readonly method: RestMeta['method']; readonly path: RestMeta['path'] }[]
  readonly status?: 201
  /** Member of the answer that is true where the object was there before: the status is 200 then. */
  readonly existing?: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  /** Member of the answer that is repeated flat at top level. */
  readonly flat?: string
  /** The answer is a page of a list. */
  readonly list?: boolean
  /** Member of the answer, a list, that is the whole body. */
  readonly bare?: string
  /** Browsers of any origin may read it, without credentials. */
  readonly cors?: boolean
  /** How long a success may be cached, in seconds; not at all when absent. */
  readonly maxAgeSeconds?: number
  /** The example body; the examples of all members by default. */
  readonly example?: Readonly<Record<string, unknown>>
  /** A mutation that changes nothing: a query would put its secret into addresses. */
  readonly readsOnly?: true
  /** Its body may be multipart/form-data, with files as members. */
  readonly takesFiles?: true
  /** `X-Escrow-Token` makes the answer whole. */
  readonly takesEscrowToken?: true
  /** Members of the example answer; the examples of their schemas by default. */
  readonly shown?: Readonly<Record<string, unknown>>
  /** The limit that counts its requests; `default` by default. */
  readonly limit?: LimitName
  /** Its own error codes, beside those of its shape. */
  readonly errors?: readonly ErrorCode[]
}

/** Metadata of a procedure beside its schemas. */
export interface ProcedureMeta {
  readonly rest?: RestMeta
  /**
   * `key`: an API key or a merchant token; `merchant`: a merchant token only; `optional`: anybody, and more with a credential; `token`: anybody with a token of
   * the input, and any credential beside it. Absent: public.
   */
  readonly auth?: 'key' | 'merchant' | 'optional' | 'token'
  /** Member of the input with which the answer is the same for anybody: an optional credential beside it is ignored. */
  readonly openWith?: string
  /** Apps with the scope `payments` may call it for their user; everything else refuses them. */
  readonly opensToApps?: true
  /** It reads many rows, which take a megabyte while the answer is built. */
  readonly many?: true
}

const codeByKind = {
  invalid: 'BAD_REQUEST',
  unauthenticated: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  // The protocol has no code of its own for it.
  gone: 'PRECONDITION_FAILED',
  conflict: 'CONFLICT',
  mismatch: 'UNPROCESSABLE_CONTENT',
  rate_limited: 'TOO_MANY_REQUESTS',
  unsupported: 'NOT_IMPLEMENTED',
  failed_elsewhere: 'BAD_GATEWAY',
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

/** Maps domain errors to the status of their kind; every procedure passes here. */
const namedRefusals = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof DomainError)) return result
  const { cause } = result.error
  throw new TRPCError({ code: codeByKind[cause.kind], cause, message: cause.message })
})

/** Creates routers. */
export const { router } = t

/** Counts a call against its limit, after authentication and before any read. */
const limited = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const limit = meta?.rest?.limit ?? 'default'
  if (limit !== 'polling') {
    admit(ctx, limit)
    return next()
  }
  if (!('actor' in ctx)) admit(ctx, 'public')
  const objectId = await namedObject(meta?.rest?.path, getRawInput)
  admit(ctx, limit, objectId)
  const result = await next()
  if (!result.ok) countGuess(ctx, objectId)
  return result
})

const LONGEST_ID = 64

/** The object id named by the caller, valid or not: the parameter of the path, in either spelling. Other members, which are ignored, open no bucket. */
async function namedObject(path = '', getRawInput: () => Promise<unknown>): Promise<string> {
  const input = await getRawInput()
  const [, parameter] = /\{(\w+)\}/.exec(path) ?? []
  const named = Object.entries(Object(input)).find(([name, value]) => snakeCase(name) === parameter && value !== null)
  return String(named?.[1]).slice(0, LONGEST_ID)
}

/** Accepts an idempotency key on mutations; a replayed result is marked. */
const repeatable = t.middleware(async ({ meta, type, getRawInput, next }) => {
  if (!meta?.rest || type === 'subscription' || !isRepeatable({ rest: meta.rest, type })) return next()
  const call = repeatableOf(meta.rest, getRawInput)
  const result = await next({ ctx: { repeatable: call } })
  return result.ok && call.isReplay ? { ...result, data: Object.assign({}, result.data, { idempotent_replay: true }) } : result
})

const namedProcedure = t.procedure.use(namedRefusals).use(repeatable)

// A list runs two queries at once, and the API has ten database connections: some are left for payments.
const LISTS_AT_ONCE = 4

/** Runs a read of many rows now or when fewer than four others run: a waiting one holds nothing yet. */
export const takeTurn = createConcurrencyLimit({ atOnce: LISTS_AT_ONCE, waiting: Number.POSITIVE_INFINITY })

const inTurn = t.middleware(({ meta, next }) => (meta?.many ? takeTurn(() => next()) : next()))

/** A public procedure; credentials are ignored. */
export const publicProcedure = namedProcedure.use(limited).use(inTurn)

/** Refuses apps wherever nothing says that they may call, before any input is read. @throws {AppsRefused} */
function requireOpen(actor: Actor | undefined, meta: ProcedureMeta | undefined): void {
  if (actor?.kind === 'app' && !meta?.opensToApps) throw new AppsRefused()
}

const actorProcedure = namedProcedure
  .use(async ({ ctx, next }) => {
    const asked = droppingDeadSession(ctx, requireBearer(ctx, ctx.credential))
    return next({ ctx: { actor: await countRefused(ctx, asked) } })
  })
  .use(limited)
  .use(async ({ ctx, meta, next }) => {
    requireOpen(ctx.actor, meta)
    return next()
  })

/** A procedure for API keys with its scope, and for merchant tokens, which act for all businesses of the merchant. */
export const keyProcedure = actorProcedure
  .meta({ auth: 'key' })
  .use(async ({ ctx, path, type, next }) => {
    requireScope(ctx.actor, { name: path, type })
    return next()
  })
  .use(inTurn)

const knowingProcedure = namedProcedure.use(async ({ ctx, meta, getRawInput, next }) => {
  const isOpen = meta?.openWith !== undefined && hasMember(await getRawInput(), meta.openWith)
  const asked = droppingDeadSession(ctx, authenticateBearer(ctx, isOpen ? undefined : ctx.credential))
  return next({ ctx: { actor: await countRefused(ctx, asked) } })
})

const hasMember = (input: unknown, name: string): boolean =>
  Object.entries(Object(input)).some(([member, value]) => member === name && value !== null)

/**
 * A procedure for anybody who shows a token of its object: no valid credential beside it is refused, whatever its scope; its operation decides what it adds. An
 * unknown string is none, and one of the gateway's that is not valid is refused.
 */
export const tokenProcedure = knowingProcedure.meta({ auth: 'token' }).use(limited)

/**
 * A procedure for anybody, with or without a credential: an unknown string is none, and one of the gateway's that is not valid is refused.
 */
export const optionalProcedure = knowingProcedure
  .meta({ auth: 'optional' })
  .use(limited)
  .use(async ({ ctx, meta, path, type, next }) => {
    requireOpen(ctx.actor, meta)
    if (ctx.actor) requireScope(ctx.actor, { name: path, type })
    return next()
  })
  .use(inTurn)

/** A procedure for merchant tokens; its operation rejects keys. An unreadable body is rejected even where no members are taken. */
export const merchantProcedure = actorProcedure
  .meta({ auth: 'merchant' })
  .use(async ({ type, getRawInput, next }) => {
    if (type === 'mutation') await getRawInput()
    return next()
  })
  .use(inTurn)

/** A procedure of the portal for signed-in merchants; it has no REST address, and rejects keys before it reads its input. */
export const portalProcedure = merchantProcedure.use(async ({ ctx, next }) => next({ ctx: { actor: requireMerchant(ctx.actor) } }))

/** A procedure of the portal that answers browsers without a session too; a credential in a header is refused like everywhere. */
export const portalProbeProcedure = namedProcedure
  .use(async ({ ctx, next }) => next({ ctx: { actor: await findSession(ctx) } }))
  .meta({ auth: 'optional' })
  .use(limited)
  .use(async ({ ctx, next }) => next({ ctx: { actor: ctx.actor && requireMerchant(ctx.actor) } }))

/** The actor of a request; undefined without a credential, and for a cookie that opens nothing, which the browser forgets. */
async function findSession(ctx: RequestContext): Promise<Actor | undefined> {
  if (ctx.credential === undefined) return undefined
  try {
    return await countRefused(ctx, droppingDeadSession(ctx, requireBearer(ctx, ctx.credential)))
  } catch (error) {
    if (ctx.isCookie && error instanceof InvalidToken) return undefined
    throw error
  }
}

/** A procedure of the portal that signs in: no page of another origin may call it, whether or not it brings a cookie. */
export const portalPublicProcedure = publicProcedure.use(async ({ ctx, next }) => {
  ctx.checkOrigin()
  return next()
})
