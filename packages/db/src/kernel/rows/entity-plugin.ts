import { type EntityMetadata, MikroKyselyPlugin, type Platform } from '@mikro-orm/postgresql'
import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryId,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from 'kysely'
import type { Em } from '../../orm.ts'
import { entitiesByTable } from './entities-by-table.ts'
import { type Readers, readersOf, readRows } from './read-rows.ts'

/**
 * Queries and rows in the entities' names and types.
 *
 * MikroORM's own plugin translates the queries. It would search all entities for each table named, and work out for each result anew what
 * becomes of each column, which cost more than the queries: tables are found by name here, and readers are kept by the tables of the query.
 */
export class EntityPlugin implements KyselyPlugin {
  readonly #plugin: MikroKyselyPlugin
  readonly #entities: ReadonlyMap<string, EntityMetadata>
  readonly #platform: Platform
  /** The tables that the query being translated has named so far. MikroORM asks for aliases too, so no alias may be the name of another table. */
  readonly #named = new Map<string, EntityMetadata>()
  readonly #known = new Map<string, Readers>()
  readonly #queries = new WeakMap<QueryId, Readers>()

  constructor(em: Em) {
    this.#entities = entitiesByTable(em)
    this.#platform = em.getPlatform()
    const driver = em.getDriver()
    const metadata = { getByClassName: (name: string) => this.#find(name), *[Symbol.iterator]() {} }
    const source = { getMetadata: () => metadata, getDriver: () => driver }
    // The plugin reads nothing else of its entity manager.
    this.#plugin = new MikroKyselyPlugin(source as unknown as Em, {
      tableNamingStrategy: 'table',
      columnNamingStrategy: 'property',
      convertValues: true,
    })
  }

  transformQuery(args: PluginTransformQueryArgs): RootOperationNode {
    this.#named.clear()
    const translated = this.#plugin.transformQuery(args)
    if (args.node.kind !== 'RawNode') this.#queries.set(args.queryId, this.#readersOfNamed())
    return translated
  }

  async transformResult({ result, queryId }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    const readers = this.#queries.get(queryId)
    return readers && result.rows.length > 0 ? { ...result, rows: readRows(result.rows, readers, 'kept') } : result
  }

  #find(table: string): EntityMetadata | undefined {
    const meta = this.#entities.get(table)
    if (meta) this.#named.set(table, meta)
    return meta
  }

  #readersOfNamed(): Readers {
    const key = [...this.#named.keys()].join(' ')
    const readers = this.#known.get(key) ?? readersOf([...this.#named.values()], this.#platform)
    this.#known.set(key, readers)
    return readers
  }
}
