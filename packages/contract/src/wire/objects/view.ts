import { z } from 'zod'

/** A member of an answer: the schema that describes it, and what it is read from. */
interface Member<Facts, Schema extends z.ZodType> {
  readonly schema: Schema
  readonly read: (facts: Facts) => z.output<Schema>
}

type Shape<Facts> = Readonly<Record<string, Member<Facts, z.ZodType>>>
type Schemas<Members> = { [Name in keyof Members]: Members[Name] extends Member<never, infer Schema> ? Schema : never }
/** The facts that have a value of this type. */
type NamesOf<Facts, Value> = { [Name in keyof Facts]: Facts[Name] extends Value ? Name : never }[keyof Facts]

/** Members read from one kind of facts, each by the name of a fact or by a function. A member read as another type does not compile. */
export const memberOf =
  <Facts>() =>
  <Schema extends z.ZodType>(
    schema: Schema,
    read: NamesOf<Facts, z.output<Schema>> | ((facts: Facts) => z.output<Schema>),
  ): Member<Facts, Schema> => ({
    schema,
    // A fact of this name has the type of the member.
    read: typeof read === 'function' ? read : (facts) => facts[read as keyof Facts] as z.output<Schema>,
  })

/** An answer by its members: the schema that describes it, and the function that fills it. */
export function view<Facts, Members extends Shape<Facts>>(members: Members & Shape<Facts>, about: z.GlobalMeta = {}) {
  const entries = Object.entries(members)
  // The members have the names of their schemas.
  const schemas = Object.fromEntries(entries.map(([name, { schema }]) => [name, schema])) as Schemas<Members>
  const schema = z.object(schemas).meta(about)
  const present = (facts: Facts): z.output<typeof schema> =>
    // Each value was read as the output of the schema of its name.
    Object.fromEntries(entries.map(([name, { read }]) => [name, read(facts)])) as z.output<typeof schema>
  return { schema, present }
}
