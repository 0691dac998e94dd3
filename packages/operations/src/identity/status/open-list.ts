import { findNewestListId, insertStatusList } from '@gateway/db/identity/status-list-queries'
import type { Em } from '@gateway/db/orm'
import type { IssuerContext } from '../issuer-context.ts'
import { signStatusList } from './sign-list.ts'

/** The list that new credentials go to; the first one is opened where there is none. */
export const openList = async (em: Em, ctx: IssuerContext): Promise<number> => (await findNewestListId(em)) ?? openNextList(em, ctx, 0)

/** Opens the list after another and signs it: a credential whose list nobody can read is not valid. @returns its number. */
export async function openNextList(em: Em, ctx: IssuerContext, after: number): Promise<number> {
  const id = after + 1
  if (await insertStatusList(em, { id })) await signStatusList(em, ctx, { id })
  return id
}
