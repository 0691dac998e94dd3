import { Migrator } from '@mikro-orm/migrations'
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql'
import type pg from 'pg'
import { entities } from './rooms.ts'
import { giveBackLost } from './kernel/give-back-lost.ts'
import { prepareStatements } from './kernel/prepare-statements.ts'
import { migrations } from './migrations/list.ts'

/** What every query needs: a fork of the entity manager, inside or outside a transaction. */
export type Em = EntityManager

/** How a process reaches its database. */
export interface DatabaseSettings {
  readonly url: string
  readonly poolSize: number
  /** Statements that run longer are cancelled by the server; 0 for no limit. */
  readonly statementTimeoutMs?: number
  /** Statements that wait longer for a lock are cancelled by the server; 0 for no limit. */
  readonly lockTimeoutMs?: number
  /** Told of the pool, so that its use can be measured, and what its connections do. */
  readonly onPool?: (pool: PoolUse & Pick<pg.Pool, 'on' | 'options'>) => void
}

/** How many connections a pool has, how many of them are idle, and how many callers wait for one. */
export type PoolUse = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>

/** The database of one process. Nothing is global: each reader of rows forks `em`. */
export type Orm = MikroORM

/** A process that has said nothing within a transaction for so long is frozen; its locks are taken from it, or they would stop all others. */
const FROZEN_MS = 8_000

/** Connects and proves that the database answers. */
export function openOrm(settings: DatabaseSettings): Promise<Orm> {
  return MikroORM.init({
    clientUrl: settings.url,
    entities,
    extensions: [Migrator],
    forceUtcTimezone: true,
    pool: { min: 0, max: settings.poolSize },
    driverOptions: {
      connectionTimeoutMillis: 5_000,
      statement_timeout: settings.statementTimeoutMs ?? 0,
      lock_timeout: settings.lockTimeoutMs ?? 0,
      idle_in_transaction_session_timeout: FROZEN_MS,
      onPoolCreated: (pool: pg.Pool) => {
        pool.on('connect', prepareStatements)
        giveBackLost(pool)
        settings.onPool?.(pool)
      },
    },
    migrations: { migrationsList: migrations, snapshot: false, transactional: true },
  })
}
