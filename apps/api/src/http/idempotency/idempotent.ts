import { snakeCase } from '@gateway/contract/wire/names'
import { answerOnce, type Asked, type Keep, storeShown } from '@gateway/operations/idempotency/idempotency-keys'
import type { Repeatable, RequestContext } from '../../context.ts'
import type { RestMeta } from '../../trpc.ts'
import { callerOf } from '../limits/admission.ts'
import { REPLAYED } from '../errors/errors.ts'
import { placesOf, type RestProcedure } from '../procedures/rest.ts'

/** What an operation is told about one call. */
interface Call<Context, Input, Outcome> {
  readonly ctx: Context
  readonly input: Input
  /** To be written with the effect, so that a repeated request finds its answer. */
  readonly keep?: Keep<Outcome> | undefined
}

/** An operation and how its outcome is shown. */
interface Idempotent<Context, Input, Outcome, Answer> {
  readonly work: (call: Call<Context, Input, Outcome>) => Promise<Outcome>
  /** Waits for the outcome of what was begun by the first request, where that commits before its outcome is known. */
  readonly resume?: (call: { readonly ctx: Context; readonly reference: string }) => Promise<Outcome>
  readonly present: (outcome: Outcome, ctx: Context) => Answer
  /** The key that the input may carry as `idempotencyKey`; the header wins. */
  readonly keyIn?: (input: Input) => string | undefined
}

type Members = Readonly<Record<string, unknown>>

const MEMBERS: readonly string[] = ['idempotency_key', 'idempotencyKey']

/** Signing in is repeated by signing in again, and a read has no effect; everything else that POST does can carry a key. */
export const isRepeatable = ({ rest, type }: Pick<RestProcedure, 'rest' | 'type'>): boolean =>
  rest.method === 'post' && type === 'mutation' && !rest.path.startsWith('/api/auth/')

/** Sorts what came with a call, over either transport: a REST address names in its path what tRPC has in its input. */
export const repeatableOf = (rest: RestMeta, getRawInput: () => Promise<unknown>): Repeatable => ({
  isReplay: false,
  sent: async () => {
    // What is no object was refused by the schema before this is asked; nothing at all is an empty one.
    const members = Object.entries(Object(await getRawInput()) as Members)
    const isInPath = (name: string): boolean => placesOf(rest).some(({ path }) => path.includes(`{${snakeCase(name)}}`))
    const named = members.filter(([name]) => isInPath(name)).map(([, value]) => value)
    return { named, body: Object.fromEntries(members.filter(([name]) => !isInPath(name))) }
  },
})

/** Makes a procedure that answers a repeated request as it answered the first, and does nothing twice. */
export function idempotent<Context extends RequestContext, Input, Outcome, Answer>({
  work,
  resume,
  present,
  keyIn,
}: Idempotent<Context, Input, Outcome, Answer>) {
  return async ({ ctx, input, path }: { ctx: Context; input: Input; path: string }): Promise<Answer> => {
    const asked = await askedOf(ctx, { procedure: path, member: keyIn && { key: keyIn(input) } })
    const { answer, isReplay } = await answerOnce<Answer>(ctx, asked, {
      first: async (keep) => {
        let shown: { readonly answer: Answer } | undefined
        const show = (outcome: Outcome): Answer => (shown ??= { answer: present(outcome, ctx) }).answer
        return show(await work({ ctx, input, keep: keep && storeShown(keep, show) }))
      },
      resume: resume && (async (reference) => present(await resume({ ctx, reference }), ctx)),
    })
    if (isReplay && ctx.repeatable) ctx.repeatable.isReplay = true
    if (isReplay) Object.assign(ctx.reply.headers, REPLAYED)
    return answer
  }
}

async function askedOf(
  ctx: RequestContext,
  { procedure, member }: { procedure: string; member: { readonly key: string | undefined } | undefined },
): Promise<Asked | undefined> {
  const key = ctx.repeatable && (ctx.idempotencyKey() ?? member?.key)
  if (!ctx.repeatable || key === undefined) return undefined
  const { named, body } = await ctx.repeatable.sent()
  // The input has been read by now, so what is named are ids, in which no slash stands.
  const operation = [procedure, ...named].join('/')
  return { caller: callerOf(ctx), operation, key, body: member ? withoutKey(body) : body }
}

/** What two requests are compared by: under which name one was sent says nothing about what it asks for. */
const withoutKey = (body: Members): Members => Object.fromEntries(Object.entries(body).filter(([name]) => !MEMBERS.includes(name)))
