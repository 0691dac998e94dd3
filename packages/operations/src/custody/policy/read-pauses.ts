import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { sharedPauseLock } from '@gateway/db/custody/pause-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type PauseScope, scopesOf } from '@gateway/domain/custody/pause'
import { sql } from 'kysely'
import { readObjectScopes } from '../pauses/object-scopes.ts'
import { detectRollback } from '../recovery/detect-rollback.ts'
import type { SignerContext } from '../signer-context.ts'

/** The pause that stops a payout; undefined when none does. */
export type PauseOf = (intent: Pick<SpendIntentEntity, 'id'>) => PauseScope | 'file' | 'restored' | undefined

/**
 * Reads the pauses and keeps them valid until the transaction ends: a new pause waits for open signatures, and later signatures wait for the pause.
 * Row locks would not do: continuous shared locks would let signers pass a waiting pause for ever.
 */
export async function readPauses(em: Em, ctx: SignerContext, intents: readonly SpendIntentEntity[]): Promise<PauseOf> {
  if (ctx.isPausedByFile()) return () => 'file'
  if (intents.length === 0) return () => undefined
  if ((await detectRollback(em, ctx)).reason !== undefined) return () => 'restored'
  await sql`SELECT ${sharedPauseLock}`.execute(tables(em))
  const [owners, objectOf] = [await readOwners(em, intents), await readObjectScopes(em, intents)]
  const scopes = new Map(
    intents.map((intent) => {
      const { id, chain, asset, businessId } = intent
      return [id, scopesOf({ chain, asset, merchantId: owners.get(businessId) ?? '', object: objectOf(intent) })]
    }),
  )
  const rows = await tables(em)
    .selectFrom('pause')
    .select(['scope', 'pausedAt'])
    .where('scope', 'in', [...new Set([...scopes.values()].flat())])
    .execute()
  const paused = new Set(rows.filter((row) => row.pausedAt !== null).map((row) => row.scope))
  return ({ id }) => scopes.get(id)?.find((scope) => paused.has(scope))
}

async function readOwners(em: Em, intents: readonly SpendIntentEntity[]): Promise<Map<string, string>> {
  const ids = [...new Set(intents.map((intent) => intent.businessId))]
  const rows = await tables(em).selectFrom('business').select(['id', 'merchantId']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.merchantId]))
}
