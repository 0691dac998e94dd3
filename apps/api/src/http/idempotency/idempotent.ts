import { snakeCase } from '@gateway/contract/wire/names'
import { answerOnce, type Asked, type Keep, storeShown } from '@gateway/operations/idempotency/idempotency-keys'
import type { Repeatable, RequestContext } from '../../context.ts'
import type { RestMeta } from '../../trpc.ts'
import { callerOf, isAddress } from '../limits/admission.ts'
import { REPLAYED } from '../errors/errors.ts'
import { placesOf, type RestProcedure } from '../procedures/rest.ts'

/** The context of one call of an operation. */
interface Call<Context, Input, Outcome> {
  readonly ctx: Context
  readonly input: Input
  /** Stored with the effect, so that a repeated request finds its answer. */
  readonly keep?: Keep<Outcome> | undefined
}

/** An operation with the presentation of its outcome. */
interface Idempotent<Context, Input, Outcome, Answer> {
  readonly work: (call: Call<Context, Input, Outcome>) => Promise<Outcome>
  /** Awaits the outcome of the first request's work, where that commits before its outcome is known. */
  readonly resume?: (call: { readonly ctx: Context; readonly reference: string }) => Promise<Outcome>
  /** True of a refusal after which nothing can come any more of what the first request has begun: it frees the key. */
  readonly frees?: (error: unknown) => boolean
  readonly present: (outcome: Outcome, ctx: Context) => Answer
  /** An answer without its secrets, for a caller whose key others can guess; answers without secrets need none. */
  readonly withoutSecrets?: (answer: Answer) => Answer
  /** The key in the input's `idempotencyKey`; the header takes precedence. */
  readonly keyIn?: (input: Input) => string | undefined
}

/** 22 characters of base64 are 128 bits. */
const UNGUESSABLE_LENGTH = 22

type Members = Readonly<Record<string, unknown>>

const MEMBERS: readonly string[] = ['idempotency_key', 'idempotencyKey']

/** A sign-in is repeated by another sign-in, and a read has no effect; every other POST may carry a key. */
export const isRepeatable = ({ rest, type }: Pick<RestProcedure, 'rest' | 'type'>): boolean =>
  rest.method === 'post' && type === 'mutation' && !rest.readsOnly && !rest.path.startsWith('/api/auth/')

/** Splits the input of a call, over either transport: REST has path parameters that tRPC has in its input. */
export const repeatableOf = (rest: RestMeta, getRawInput: () => Promise<unknown>): Repeatable => ({
  isReplay: false,
  sent: async () => {
    // The schema has rejected a non-object before; an absent input is an empty object.
    const members = Object.entries(Object(await getRawInput()) as Members)
    const isInPath = (name: string): boolean => placesOf(rest).some(({ path }) => path.includes(`{${snakeCase(name)}}`))
    const named = members.filter(([name]) => isInPath(name)).map(([, value]) => value)
    return { named, body: Object.fromEntries(members.filter(([name]) => !isInPath(name))) }
  },
})

/** Creates a procedure that replays the stored answer of a repeated request and has its effect once. */
export function idempotent<Context extends RequestContext, Input, Outcome, Answer>({
  work,
  resume,
  frees,
  present,
  withoutSecrets,
  keyIn,
}: Idempotent<Context, Input, Outcome, Answer>) {
  return async ({ ctx, input, path }: { ctx: Context; input: Input; path: string }): Promise<Answer> => {
    const asked = await askedOf(ctx, { procedure: path, member: keyIn && { key: keyIn(input) } })
    const { answer, isReplay } = await answerOnce<Answer>(ctx, asked, {
      first: async (keep) => {
        // What is stored is what is answered. A transaction that is repeated stores another outcome, and the last one is committed.
        let stored: { readonly answer: Answer } | undefined
        const show = (outcome: Outcome): Answer => (stored = { answer: present(outcome, ctx) }).answer
        const outcome = await work({ ctx, input, keep: keep && storeShown(keep, show) })
        return stored ? stored.answer : present(outcome, ctx)
      },
      resume: resume && (async (reference) => present(await resume({ ctx, reference }), ctx)),
      frees,
      repeated: asked && isGuessable(asked) ? withoutSecrets : undefined,
    })
    if (isReplay && ctx.repeatable) ctx.repeatable.isReplay = true
    if (isReplay) Object.assign(ctx.reply.headers, REPLAYED)
    return answer
  }
}

/** Callers without a credential share their address with others, and only the key tells them apart. */
const isGuessable = ({ caller, key }: Asked): boolean => isAddress(caller) && key.length < UNGUESSABLE_LENGTH

async function askedOf(
  ctx: RequestContext,
  { procedure, member }: { procedure: string; member: { readonly key: string | undefined } | undefined },
): Promise<Asked | undefined> {
  const key = ctx.repeatable && (ctx.idempotencyKey() ?? member?.key)
  if (!ctx.repeatable || key === undefined) return undefined
  const { named, body } = await ctx.repeatable.sent()
  // The input is parsed by now, so path parameters are ids, which contain no slash.
  const operation = [procedure, ...named].join('/')
  return { caller: callerOf(ctx), operation, key, body: member ? withoutKey(body) : body }
}

/** The content that two requests are compared by: without the key member in any spelling. */
const withoutKey = (body: Members): Members => Object.fromEntries(Object.entries(body).filter(([name]) => !MEMBERS.includes(name)))
