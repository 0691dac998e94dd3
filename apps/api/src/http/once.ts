import { readIdempotencyKey } from '@gateway/contract/wire/idempotency-key'
import { answerOnce, type Asked, type Keep, keepShown } from '@gateway/operations/idempotency'
import type { IncomingMessage } from 'node:http'
import type { RequestContext } from '../context.ts'
import type { RestMeta } from '../trpc.ts'
import { callerOf } from './admit.ts'
import { HttpRefusal, REPLAYED } from './errors.ts'

/** What an operation is told about one call. */
interface Call<Context, Input, Outcome> {
  readonly ctx: Context
  readonly input: Input
  /** To be written with the effect, so that a repeated request finds its answer. */
  readonly keep?: Keep<Outcome> | undefined
}

/** An operation and how its outcome is shown. */
interface Once<Context, Input, Outcome, Answer> {
  readonly work: (call: Call<Context, Input, Outcome>) => Promise<Outcome>
  /** Waits for the outcome of what was begun by the first request, where that commits before its outcome is known. */
  readonly resume?: (call: { readonly ctx: Context; readonly reference: string }) => Promise<Outcome>
  readonly present: (outcome: Outcome, ctx: Context) => Answer
  /** The key that the input may carry as `idempotencyKey`; the header wins. */
  readonly keyIn?: (input: Input) => string | undefined
}

const MEMBERS: readonly string[] = ['idempotency_key', 'idempotencyKey']

/** Signing in is repeated by signing in again; everything else that POST does can carry a key. */
export const isRepeatable = ({ method, path }: RestMeta): boolean => method === 'post' && !path.startsWith('/api/auth/')

/** The key in a request's header. @throws {HttpRefusal} 400 when it is none. */
export function idempotencyKeyOf(message: IncomingMessage): string | undefined {
  const sent = message.headersDistinct['idempotency-key']
  if (!sent) return undefined
  const read = readIdempotencyKey(sent.length === 1 ? sent[0] : undefined)
  if ('value' in read) return read.value
  throw refusedKey(read.problem)
}

/** Makes a procedure that answers a repeated request as it answered the first, and does nothing twice. */
export function once<Context extends RequestContext, Input, Outcome, Answer>({
  work,
  resume,
  present,
  keyIn,
}: Once<Context, Input, Outcome, Answer>) {
  return async ({ ctx, input, path }: { ctx: Context; input: Input; path: string }): Promise<Answer> => {
    const asked = await askedOf(ctx, { procedure: path, member: keyIn && { key: keyIn(input) } })
    const { answer, isReplay } = await answerOnce<Answer>(ctx, asked, {
      first: async (keep) => {
        let shown: { readonly answer: Answer } | undefined
        const show = (outcome: Outcome): Answer => (shown ??= { answer: present(outcome, ctx) }).answer
        return show(await work({ ctx, input, keep: keep && keepShown(keep, show) }))
      },
      resume: resume && (async (reference) => present(await resume({ ctx, reference }), ctx)),
    })
    ctx.reply.isReplay = isReplay
    if (isReplay) Object.assign(ctx.reply.headers, REPLAYED)
    return answer
  }
}

async function askedOf(
  ctx: RequestContext,
  { procedure, member }: { procedure: string; member: { readonly key: string | undefined } | undefined },
): Promise<Asked | undefined> {
  if (!ctx.repeatable) return undefined
  const key = ctx.repeatable.key() ?? member?.key
  if (key === undefined) return undefined
  const body = await ctx.repeatable.body()
  // The input has been read by now, so what the path names are ids, in which no slash stands.
  const operation = [procedure, ...ctx.repeatable.named].join('/')
  return { caller: callerOf(ctx), operation, key, body: member ? withoutKey(body) : body }
}

/** What two requests are compared by: under which name one was sent says nothing about what it asks for. */
const withoutKey = (body: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !MEMBERS.includes(name)))

function refusedKey(message: string): HttpRefusal {
  const problem = { field: 'idempotency_key', message }
  return new HttpRefusal({ status: 400, code: 'VALIDATION_ERROR', message: `${problem.field} ${message}`, details: [problem] })
}
