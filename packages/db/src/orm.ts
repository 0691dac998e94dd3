import { Migrator } from '@mikro-orm/migrations'
import { type EntityManager, type InferKyselyDB, MikroORM } from '@mikro-orm/postgresql'
import type { Kysely } from 'kysely'
import { entities } from './entities.ts'
import { migrations } from './migrations/list.ts'

/** What every query needs: a fork of the entity manager, inside or outside a transaction. */
export type Em = EntityManager

/** How a process reaches its database. */
export interface DatabaseSettings {
  readonly url: string
  readonly poolSize: number
  /** Statements that run longer are cancelled by the server; 0 for no limit. */
  readonly statementTimeoutMs?: number
}

/** The database of one process. Nothing is global: whoever needs rows forks `em`. */
export type Orm = MikroORM

/** Connects and proves that the database answers. */
export function openOrm(settings: DatabaseSettings): Promise<Orm> {
  return MikroORM.init({
    clientUrl: settings.url,
    entities: [...entities],
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolSize },
    driverOptions: { connectionTimeoutMillis: 5_000, statement_timeout: settings.statementTimeoutMs ?? 0 },
    migrations: { migrationsList: migrations, snapshot: false, transactional: true },
  })
}

/** Brings the schema up to date; safe to run from several processes at once. */
export async function migrate(orm: Orm): Promise<void> {
  await orm.migrator.up()
}

const naming = { tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true } as const

/** Every table with its columns as the entities declare them. */
export type Tables = InferKyselyDB<(typeof entities)[number], typeof naming>

/**
 * Typed queries in the caller's transaction, in the entities' own names and types (bigint units, Date moments).
 *
 * All rooms query this way: it costs a fraction of the unit of work on hot paths, and one idiom reads better than two.
 */
export const tables = (em: Em): Kysely<Tables> => em.getKysely<Tables, typeof naming>(naming)
