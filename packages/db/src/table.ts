import type { ColumnType, Generated } from 'kysely'
import type { DatabaseRole } from './roles.ts'

/** What some roles may do to a table, in the words of GRANT; a list of columns narrows it. */
export interface Grant {
  readonly to: readonly DatabaseRole[]
  readonly may: string
}

/**
 * All but the role that asks the sources of prices, because what it cannot read no source can get out of it, and the one that opens the escrows of series,
 * which needs little.
 */
export const everyone = ['api', 'payments', 'relay', 'chain', 'webhooks', 'processor', 'lightning', 'signer', 'operator', 'audit'] as const
/** Those that move payments on, each in the transaction of what it has learned. */
export const advancing = ['payments', 'relay', 'chain', 'operator'] as const
/** Those that write events with their deliveries and messages. */
export const announcing = ['api', ...advancing, 'processor', 'lightning', 'signer'] as const

/** Every role that needs more than a little may read the whole table. */
export const readByAll: Grant = { to: everyone, may: 'SELECT' }
/** These roles may add rows. */
export const insertedBy = (...to: readonly DatabaseRole[]): Grant => ({ to, may: 'INSERT' })

type EntityClass = abstract new (...args: never[]) => unknown

/** A table of a room: the rows that its entity declares, and who may do what to them. */
export interface Table<Entity extends EntityClass, Assigned extends string, Guarded extends boolean> {
  readonly entity: Entity
  readonly grants: readonly Grant[]
  /** Columns that the database fills in. */
  readonly assigned: readonly Assigned[]
  /** Its state is written by an insert and the table's door alone: `set` takes no value for it. */
  readonly isGuarded: Guarded
}

/** Declares a table; a column that its entity does not have does not compile. */
export const table = <
  Entity extends EntityClass,
  const Assigned extends keyof InstanceType<Entity> & string = never,
  const Guarded extends boolean = false,
>(
  entity: Entity,
  grants: readonly Grant[],
  more: { readonly assigned?: readonly Assigned[]; readonly isGuarded?: Guarded } = {},
): Table<Entity, NoInfer<Assigned>, NoInfer<Guarded>> => ({
  entity,
  grants,
  assigned: more.assigned ?? [],
  // Absent is the default of the type.
  isGuarded: more.isGuarded ?? (false as Guarded),
})

/** The properties of an entity as columns. */
type Columns<Entity extends EntityClass, Assigned extends string> = {
  [Key in keyof InstanceType<Entity> & string]: Key extends Assigned ? Generated<InstanceType<Entity>[Key]> : InstanceType<Entity>[Key]
}

/** The columns of a table, as queries name them. */
export type ColumnsOf<One> =
  One extends Table<infer Entity, infer Assigned, infer Guarded>
    ? Guarded extends true
      ? GuardedState<Columns<Entity, Assigned>>
      : Columns<Entity, Assigned>
    : never

type GuardedState<Row> = Row extends { state: infer State } ? Omit<Row, 'state'> & { state: ColumnType<State, State, never> } : never

/** The part of the schema that belongs to a room. */
export interface DbRoom {
  readonly tables: Readonly<Record<string, Table<EntityClass, string, boolean>>>
  /** What the roles of this room may do to tables of others. */
  readonly furtherGrants?: Readonly<Record<string, readonly Grant[]>>
  /** Who may call which function that acts with the rights of the schema's owner. */
  readonly functions?: Readonly<Record<string, readonly DatabaseRole[]>>
}
