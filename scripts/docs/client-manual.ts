import { callsOf, type Call, parametersIn, pathNames } from './client-calls.ts'
import type { ApiDocument, MemberSchema } from './client-document.ts'

const HEAD = `// Written by \`npm run docs\` from the API description.

import type { Manual } from '../cli/manual.ts'

/** Every operation, as the command line explains it. */
export const manual = `

/** What the client's command line knows about each operation. */
export function clientManual(document: ApiDocument): string {
  const entries = callsOf(document).map((call) => `  ${JSON.stringify(call.name.join('.'))}: ${JSON.stringify(entryOf(call))},`)
  return `${HEAD}{\n${entries.join('\n')}\n} satisfies Manual\n`
}

function entryOf({ operation, path }: Call): object {
  const { summary = '', description = '', requestBody } = operation
  const body = requestBody?.content?.['application/json']?.schema
  const inBody = Object.entries(body?.properties ?? {}).map(([name, schema]) =>
    memberOf(name, schema, body?.required?.includes(name) === true),
  )
  const inQuery = parametersIn(operation, 'query').map(({ name, schema = {}, required, description: says }) =>
    memberOf(name, { ...schema, ...(says !== undefined && { description: says }) }, required === true),
  )
  return { summary, description, path: pathNames(path), members: [...inBody, ...inQuery] }
}

function memberOf(name: string, schema: MemberSchema, isRequired: boolean): object {
  return { name, kind: kindOf(schema), isRequired, description: schema.description ?? '' }
}

function kindOf({ type, format }: MemberSchema): 'text' | 'json' | 'file' {
  if (format === 'binary') return 'file'
  return [type].flat().includes('string') ? 'text' : 'json'
}
