import { findEmails } from '@gateway/db/accounts/queries'
import type { Context } from '../../kernel/context.ts'

const OPERATOR = /^operator:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** E-mail addresses of the operators among some actors, by the name of the actor. */
export async function nameOperators(ctx: Pick<Context, 'orm'>, actors: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map(actors.flatMap((actor) => (OPERATOR.exec(actor)?.slice(1) ?? []).map((id) => [id, actor] as const)))
  const emails = await findEmails(ctx.orm.em.fork(), { merchantIds: [...ids.keys()] })
  return new Map([...emails].map(([id, email]) => [ids.get(id) ?? '', email]))
}
