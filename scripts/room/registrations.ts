import type { Names } from './names.ts'

/** A list of rooms, and what it takes to stand in it. */
export interface Registration {
  readonly path: string
  /** The file of the manifest, as the list imports it. */
  readonly from: string
  readonly manifest: string
  /** The line of the list. */
  readonly line: string
}

/** The list of each layer that the smallest room is in; everything else about a room stands in its own folders. */
export function registrations({ many }: Pick<Names, 'many'>): Registration[] {
  const manifest = `${many}Room`
  const [named, alone] = [`  ${many}: ${manifest},`, `  ${manifest},`]
  return [
    { path: 'packages/domain/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'packages/contract/src/rooms.ts', from: `./${many}.ts`, manifest, line: named },
    { path: 'packages/db/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'apps/api/src/rooms.ts', from: `./${many}/room.ts`, manifest, line: named },
    { path: 'apps/portal/src/rooms.ts', from: `./${many}/room.tsx`, manifest, line: alone },
    { path: 'tests/rooms.ts', from: `./${many}/room.ts`, manifest, line: alone },
  ]
}

const LIST = /(?<head>^(?:export )?const rooms\b[^=]*= [[{])(?<entries>[^\]}]*)/m

/** The text of a list with a room more, which is its last one, not formatted yet. @throws {Error} for a text that has no list of rooms. */
export function registered(text: string, { from, manifest, line }: Registration): string {
  if (!LIST.test(text)) throw new Error('The file has no list of rooms.')
  const added = text.replace(LIST, (_list, head: string, entries: string) => `${head}${entries.trimEnd().replace(/,?$/, ',')}\n${line}\n`)
  return added.replace(/^import /m, `import { ${manifest} } from '${from}'\nimport `)
}
