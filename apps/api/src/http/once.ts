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
  /** The key may also stand in the body as `idempotency_key`; the header wins. */
  readonly readsMember?: boolean
}

const KEY = /^[\x20-\x7e]{1,255}$/
const MEMBERS = ['idempotency_key', 'idempotencyKey'] as const

/** Signing in is repeated by signing in again; everything else that POST does can carry a key. */
export const isRepeatable = ({ method, path }: RestMeta): boolean => method === 'post' && !path.startsWith('/api/auth/')

/** The key in a request's header. @throws {HttpRefusal} 400 when it is none. */
export function idempotencyKeyOf(message: IncomingMessage): string | undefined {
  const sent = message.headersDistinct['idempotency-key']
  return sent && usableKey(sent.length === 1 ? sent[0] : undefined)
}

/** Makes a procedure that answers a repeated request as it answered the first, and does nothing twice. */
export function once<Context extends RequestContext, Input, Outcome, Answer>({
  work,
  resume,
  present,
  readsMember = false,
}: Once<Context, Input, Outcome, Answer>) {
  return async ({ ctx, input, path }: { ctx: Context; input: Input; path: string }): Promise<Answer> => {
    const asked = await askedOf(ctx, { procedure: path, readsMember })
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
  { procedure, readsMember }: { procedure: string; readsMember: boolean },
): Promise<Asked | undefined> {
  if (!ctx.repeatable) return undefined
  const body = await ctx.repeatable.body()
  // The input has been read by now, so what the path names are ids, in which no slash stands.
  const operation = [procedure, ...ctx.repeatable.named].join('/')
  const member = readsMember ? memberOf(body) : undefined
  const key = ctx.repeatable.key() ?? (member === undefined ? undefined : usableKey(member))
  if (key === undefined) return undefined
  const compared = readsMember ? Object.fromEntries(Object.entries(body).filter(([name]) => !isMember(name))) : body
  return { caller: callerOf(ctx), operation, key, body: compared }
}

/** What the body has for a key, right or wrong. @throws {HttpRefusal} 400 when its two spellings differ, because nobody can say which was meant. */
function memberOf(body: Readonly<Record<string, unknown>>): unknown {
  const [sent, other = sent] = MEMBERS.map((name) => body[name] ?? undefined).filter((value) => value !== undefined)
  if (JSON.stringify(sent) !== JSON.stringify(other)) throw refusedKey('was sent twice with different values')
  return sent
}

const isMember = (name: string): boolean => MEMBERS.some((member) => member === name)

function usableKey(sent: unknown): string {
  if (typeof sent === 'string' && KEY.test(sent)) return sent
  throw refusedKey('must be 1 to 255 printable ASCII characters')
}

function refusedKey(message: string): HttpRefusal {
  const problem = { field: 'idempotency_key', message }
  return new HttpRefusal({ status: 400, code: 'VALIDATION_ERROR', message: `${problem.field} ${message}`, details: [problem] })
}
