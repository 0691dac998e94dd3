/** Tables whose state is written by one function each, their door, and the names of their entities. */
export const doors = {
  spend_intent: { door: 'packages/operations/src/custody/payouts/advance-intents.ts', entity: 'SpendIntent' },
  spend_attempt: { door: 'packages/operations/src/custody/payouts/advance-attempts.ts', entity: 'SpendAttempt' },
  refund: { door: 'packages/operations/src/payments/lifecycle/advance-refunds.ts', entity: 'Refund' },
  assisted_refund: { door: 'packages/operations/src/payments/lifecycle/advance-assisted-refunds.ts', entity: 'AssistedRefund' },
} as const

/** A table behind a door. */
export type GuardedTable = keyof typeof doors

const guarded = Object.keys(doors) as GuardedTable[]

/**
 * The guarded tables whose states a piece of source may change: by the query builder, in SQL, or through the unit of work. The first state of a
 * new row is no change.
 */
export const stateWritesIn = (source: string): GuardedTable[] => {
  const text = withoutComments(source)
  return guarded.filter((table) => forms.some((writes) => writes(text, table)))
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm, '')

type Form = (text: string, table: GuardedTable) => boolean

/** `updateTable('refund')…set(…)`, and `insertInto('refund')…doUpdateSet(…)`; values that the file names are looked up in it. */
const inQueryBuilder: Form = (text, table) =>
  [...text.matchAll(new RegExp(`\\b(?:updateTable|insertInto|mergeInto)\\(\\s*['"\`](?:\\w+\\.)?${table}\\b`, 'g'))]
    .map(({ index }) => statementAt(text, index))
    .flatMap((statement) =>
      [...statement.matchAll(/\.(?:set|doUpdateSet|thenUpdateSet)\(/g)].map(({ index, 0: call }) =>
        insideOf(statement, index + call.length),
      ),
    )
    .some((set) => namesState(set, text))

/** An update of many rows at once, and the queries of an owned table, name their columns elsewhere. */
const inHelper: Form = (text, table) =>
  new RegExp(`\\bupdateTogether\\([^;]{0,80}?\\btable: ['"]${table}['"]|\\bowned\\('${table}'`).test(text)

const inSql: Form = (text, table) => {
  const name = `(?:ONLY\\s+)?(?:public\\.)?"?${table}"?`
  const update = `\\bUPDATE\\s+${name}(?:\\s+(?:AS\\s+)?\\w+)?\\s+SET\\b`
  const conflict = `\\b(?:INSERT|MERGE)\\s+INTO\\s+${name}[^\`;]*?\\bUPDATE\\s+SET\\b`
  return [
    ...text.matchAll(new RegExp(`(?:${update}|${conflict})(?<set>[^\`;]*?)(?=\\bWHERE\\b|\\bFROM\\b|\\bRETURNING\\b|[\`;]|$)`, 'gi')),
  ].some(({ groups }) => /(?:^|[\s,(.])"?state"?\s*(?:=|,|\))/.test(groups?.['set'] ?? ''))
}

/** A trigger's row in SQL. */
const inTrigger: Form = (text, table) => new RegExp(`\\bON ${table}\\b`).test(text) && /\bNEW\.state\s*:=/.test(text)

/** Entities of the unit of work, and rows in memory that claim another state than the table's. */
const inEntities: Form = (text, table) => {
  const { entity } = doors[table]
  if (new RegExp(`\\b(?:nativeUpdate|upsert|upsertMany|merge|map|qb|createQueryBuilder)\\(\\s*${entity}(?:Entity)?\\b`).test(text))
    return true
  return new RegExp(`\\b${entity}Entity\\b`).test(text) && /^\s*(?!payment\b)\w+\??\.state = |\bassign\([^()]*\{[^}]*\bstate\b/m.test(text)
}

const forms: readonly Form[] = [inQueryBuilder, inHelper, inSql, inTrigger, inEntities]

/** From a call of the query builder to the end of its chain. */
function statementAt(text: string, start: number): string {
  const end = /\.execute|\n\n|;\n/.exec(text.slice(start))
  return text.slice(start, end ? start + end.index : undefined)
}

/** The text between a bracket that was opened before `start` and its end. */
function insideOf(text: string, start: number): string {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth += 1
    if (')]}'.includes(text[at] ?? '')) depth -= 1
    if (depth === 0) return text.slice(start, at)
  }
  return text.slice(start)
}

/** True for a `state` among the columns, or in a value of this file that the columns take over. */
function namesState(set: string, text: string): boolean {
  if (/(?:^|[{,\s])state\s*(?::|,|\}|$)|['"]state['"]\s*[,:\]]/.test(set.replaceAll(/'=',\s*'\w+'/g, ''))) return true
  const taken = [...set.matchAll(/\.\.\.\(?(\w+)|^(\w+)$/g)].flatMap(([, spread, whole]) => spread ?? whole ?? [])
  return taken.some((name) => valuesOf(name, text).some((value) => namesState(value, '')))
}

const valuesOf = (name: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`\\bconst ${name}\\b[^=\\n]*=[^{\\n]*\\{`, 'g'))].map(({ index, 0: head }) =>
    insideOf(text, index + head.length),
  )
