import { lightningScopesOf, type PauseScope } from '@gateway/domain/custody/pause'
import { sql } from 'kysely'
import { sharedPauseLock } from '../custody/pause-queries.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/**
 * The pause that stops the sends of a merchant's wallets, which stays true until the transaction ends: a new pause waits for the sends that are being begun,
 * and those that come later wait for the pause.
 */
export async function findHeldPause(em: Em, { merchantId }: { merchantId: string }): Promise<PauseScope | undefined> {
  await sql`SELECT ${sharedPauseLock}`.execute(tables(em))
  const paused = tables(em)
    .selectFrom('pause')
    .select('scope')
    .where('scope', 'in', lightningScopesOf(merchantId))
    .where('pausedAt', 'is not', null)
  return (await paused.orderBy('scope').executeTakeFirst())?.scope
}
