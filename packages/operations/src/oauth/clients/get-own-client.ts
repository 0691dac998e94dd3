import { findOwnClient, listOwnClients, lockOwnClient } from '@gateway/db/oauth/client-queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { OauthClient } from '@gateway/domain/oauth/client'
import type { Context } from '../../kernel/context.ts'

/** A client that a caller names by either of its ids. */
interface Named {
  readonly actor: Actor
  readonly name: string
}

const noun = 'OAuth client'

/** A client of the caller's merchant. @throws {NotFound} also when it belongs to another merchant. */
export async function getOwnClient(ctx: Pick<Context, 'orm'>, { actor, name }: Named): Promise<OauthClient> {
  const found = await findOwnClient(ctx.orm.em.fork(), { merchantId: actor.merchantId, name })
  if (!found) throw new NotFound(noun)
  return found
}

/** The same, locked until the caller's transaction ends. @throws {NotFound} */
export async function lockForChange(em: Em, { actor, name }: Named): Promise<OauthClient> {
  const found = await lockOwnClient(em, { merchantId: actor.merchantId, name })
  if (!found) throw new NotFound(noun)
  return found
}

/** A page of the clients of the caller's merchant, newest first. */
export async function listClients(
  ctx: Pick<Context, 'orm'>,
  { actor: { merchantId }, page }: { actor: Actor; page: { readonly limit: number; readonly offset: number } },
): Promise<{ clients: OauthClient[]; total: number }> {
  return listOwnClients(ctx.orm.em.fork(), { merchantId, limit: page.limit, offset: page.offset })
}
