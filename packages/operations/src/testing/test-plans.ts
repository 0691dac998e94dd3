import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { EntityManager } from '@mikro-orm/postgresql'
import type { CompiledQuery, Kysely, KyselyPlugin, RawBuilder, RootOperationNode } from 'kysely'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Context } from '../kernel/context.ts'

type PlanContext = Pick<Context, 'orm'>
type Work = (em: Em) => Promise<unknown>

/** The plans of the statements that `work` runs, by EXPLAIN. */
export const readPlans = async (ctx: PlanContext, work: Work): Promise<string[]> =>
  Promise.all((await statementsOf(ctx, work)).map((statement) => explain(ctx, statement)))

/** The generic plans of the same statements, which Postgres keeps for repeated statements. */
export const readGeneralPlans = async (ctx: PlanContext, work: Work): Promise<string[]> =>
  Promise.all((await statementsOf(ctx, work)).map(({ text }) => readPlan(ctx, sql.raw(`EXPLAIN (GENERIC_PLAN) ${text}`))))

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

async function statementsOf({ orm }: PlanContext, work: Work): Promise<Statement[]> {
  const seen: Statement[] = []
  const real = EntityManager.prototype.getKysely
  const spy = vi.spyOn(EntityManager.prototype, 'getKysely').mockImplementation(function listen(this: EntityManager, ...options) {
    const db = real.apply(this, options) as Kysely<unknown> // The same builder, seen without its tables.
    const listener: KyselyPlugin = {
      transformQuery: ({ node }) => {
        seen.push(compile(db, node))
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const executeQuery = (query: CompiledQuery) => {
      seen.push({ text: query.sql, values: query.parameters })
      return db.executeQuery(query)
    }
    const withPlugin = (plugin: KyselyPlugin) => db.withPlugin(plugin).withPlugin(listener)
    // Kysely's own type; what is built is heard after its translation, and raw SQL as it is.
    return Object.assign(db.withoutPlugins(), { executeQuery, withPlugin }) as never
  })
  await orm.em.fork().transactional(work)
  spy.mockRestore()
  return seen
}

function compile(db: Kysely<unknown>, node: RootOperationNode) {
  const compiled = db.getExecutor().compileQuery(node, { queryId: 'explained' })
  return { text: compiled.sql, values: compiled.parameters }
}

async function explain(ctx: PlanContext, { text, values }: Statement): Promise<string> {
  const parts = text.split(/\$\d+/).map((part) => sql.raw(part))
  const order = [...text.matchAll(/\$(\d+)/g)].map((match) => sql.val(values[Number(match[1]) - 1]))
  const whole = parts.flatMap((part, place) => (place < order.length ? [part, order[place] ?? sql.raw('')] : [part]))
  return readPlan(ctx, sql`EXPLAIN ${sql.join(whole, sql.raw(''))}`)
}

async function readPlan({ orm }: PlanContext, statement: RawBuilder<unknown>): Promise<string> {
  const { rows } = await statement.$castTo<{ 'QUERY PLAN': string }>().execute(tables(orm.em.fork()))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}
