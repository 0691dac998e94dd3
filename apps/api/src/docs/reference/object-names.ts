import { refOf } from './answer-shape.ts'
import type { Json } from './json.ts'

/** The names of the objects that a part of the description refers to, those that no other one holds first. */
export function objectNames(from: unknown, schemas: Json): string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const name = refOf(value)
    if (name !== '' && !names.has(name)) {
      names.add(name)
      visit(schemas[name])
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(from)
  // An object that another one holds follows it: the payment before its rate.
  const held = new Set([...names].flatMap((name) => directRefs(schemas[name])))
  return [...[...names].filter((name) => !held.has(name)), ...[...names].filter((name) => held.has(name))]
}

/** The names that a schema refers to itself. */
const directRefs = (schema: unknown): string[] =>
  [...JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)
