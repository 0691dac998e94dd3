import { findStatusList } from '@gateway/db/identity/status-list-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ApiContext } from '../../kernel/context.ts'

const NUMBER = /^[1-9]\d{0,8}$/

/** A status list as it was last signed. @throws {NotFound} */
export async function readStatusList({ orm }: Pick<ApiContext, 'orm'>, { id }: { id: string }): Promise<string> {
  const list = NUMBER.test(id) ? await findStatusList(orm.em.fork(), { id: Number(id) }) : undefined
  if (list?.jwt === undefined || list.jwt === null) throw new NotFound('status list')
  return list.jwt
}
