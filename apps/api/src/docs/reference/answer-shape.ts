import { at, type Json, textOf } from './json.ts'

/** What a success consists of. */
export interface AnswerShape {
  readonly status: string
  readonly description: string
  /** The media type of the body. */
  readonly type: string
  readonly schema: Json
  /** Named examples: one of the single form, or one for each. */
  readonly examples: readonly unknown[]
  /** Members that are objects of their own, such as `payment`; empty when others stand beside them. */
  readonly wrappers: readonly string[]
  /** The member whose members also stand at the top level. */
  readonly flat: string | undefined
  /** Its rows can be iterated. */
  readonly isList: boolean
}

/** Members of many answers that say nothing about the operation. */
const ofEveryAnswer: ReadonlySet<string> = new Set(['success', 'idempotent_replay', 'server_time'])

/** The success among the responses of an operation. */
export function answerShape(responses: Json, schemas: Json): AnswerShape {
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? ['200', undefined]
  const [type, content] = Object.entries(at(answer, 'content'))[0] ?? ['application/json', undefined]
  const schema = at(content, 'schema')
  const members = at(schema, 'properties')
  const flat = Object.keys(members).find((name) => isRepeated(name, members, schemas))
  const own = ownMembers(schema, flat === undefined ? {} : membersOf(members[flat], schemas))
  const isEachAnObject = own.every((name) => refOf(members[name]) !== '')
  return {
    status,
    description: textOf(at(answer)['description']),
    type,
    schema,
    examples: examplesIn(at(content)),
    wrappers: isEachAnObject ? own : [],
    flat,
    isList: 'pagination' in members || 'next_cursor' in members,
  }
}

/** The members of an answer that are neither of every answer nor repeated from the object `copied`. */
export const ownMembers = (schema: Json, copied: Json): string[] =>
  Object.keys(at(schema, 'properties')).filter((name) => !ofEveryAnswer.has(name) && !(name in copied))

/** The examples of a content, named or not. */
export const examplesIn = (content: Json): unknown[] =>
  'example' in content ? [content['example']] : Object.values(at(content, 'examples')).map((named) => at(named)['value'])

/** The name of the object that a schema refers to; empty when it is none. */
export const refOf = (schema: unknown): string => textOf(at(schema)['$ref']).split('/').at(-1) ?? ''

const membersOf = (schema: unknown, schemas: Json): Json => at(schemas, refOf(schema), 'properties')

/** True when every member of the object stands at the top level too. */
function isRepeated(name: string, members: Json, schemas: Json): boolean {
  const copied = Object.keys(membersOf(members[name], schemas))
  return copied.length > 0 && copied.every((member) => member in members)
}
