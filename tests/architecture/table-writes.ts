import { importsOf, type Source, sources } from './sources.ts'

/** How a statement names the table that it writes: in the query builder, in the helpers for many rows, and in SQL. */
const WRITES = [
  /\b(?:insertInto|updateTable|deleteFrom)\(\s*'(?<table>\w+)/g,
  /\b(?:into|table): '(?<table>\w+)'/g,
  /\bowned\('(?<table>\w+)'/g,
  /\bINSERT INTO "?(?<table>[a-z_]+)/g,
  /\bUPDATE "?(?<table>[a-z_]+)"?(?: AS)?(?: [a-z]+)? SET\b/g,
  /\bDELETE FROM "?(?<table>[a-z_]+)/g,
]
const DECLARATION = /^(?:export )?(?:async )?(?:function|const) (?<name>\w+)/
/** Without their docstrings, which may show how a table is written. */
const product = sources
  .filter(({ isTest }) => !isTest)
  .map((source) => ({ ...source, text: source.text.replace(/\/\*\*[\s\S]*?\*\//g, '') }))

/** Every table, as the entities name them. */
export const tableNames: ReadonlySet<string> = new Set(
  product.flatMap(({ text }) => /tableName: '(?<table>\w+)'/.exec(text)?.groups?.['table'] ?? []),
)

/** The tables that a piece of source writes by itself. */
export const writtenIn = (text: string): string[] =>
  WRITES.flatMap((form) => [...text.matchAll(form)].flatMap(({ groups }) => groups?.['table'] ?? [])).filter((name) => tableNames.has(name))

/** The folders of the operations that write each table, by themselves or through the functions of `packages/db` that they import. */
export function findWriters(): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const source of product.filter(({ home }) => home === 'packages/operations'))
    for (const table of [...writtenIn(source.text), ...writtenThrough(source)])
      writers.set(table, (writers.get(table) ?? new Set()).add(source.folders[0] ?? 'src'))
  return writers
}

const queries = new Map(product.filter(({ home }) => home === 'packages/db').map((source) => [source.path, writesOf(source)]))

function writtenThrough(source: Source): string[] {
  const imported = importsOf(source).flatMap(({ target = '' }) => [...(queries.get(target) ?? [])])
  return imported.filter(([name]) => mentions(source.text, name)).flatMap(([, tables]) => tables)
}

/** The tables that each declaration of a file writes, itself or through others of the file. */
function writesOf({ text }: Source): Map<string, string[]> {
  const pieces = text.split(/\n(?=\/\*\*|(?:export |async )?(?:async )?(?:function|const) )/)
  const declared = new Map(
    pieces.map((piece) => [DECLARATION.exec(piece.replace(/^\/\*\*[\s\S]*?\*\/\s*/, ''))?.groups?.['name'] ?? '', piece]),
  )
  const follow = (name: string, seen: ReadonlySet<string>): string[] => {
    const piece = declared.get(name) ?? ''
    const used = [...declared.keys()].filter((other) => other !== '' && !seen.has(other) && mentions(piece, other))
    return [...writtenIn(piece), ...used.flatMap((other) => follow(other, new Set([...seen, other])))]
  }
  return new Map([...declared.keys()].map((name) => [name, follow(name, new Set([name]))]))
}

function mentions(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`).test(text)
}
